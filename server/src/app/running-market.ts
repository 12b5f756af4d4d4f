/** Opens the market, led by this process or by a separate one, together with the engine that fires triggers. */
import type { Log } from '../log.ts';
import type { FiringPlatform } from '../platform/platform.ts';
import { keepCover } from '../positions/keeping-cover.ts';
import type { Config } from '../config/config.ts';
import type { Closing } from './closing.ts';
import type { Database } from './database.ts';
import { startMarketChild } from './market-child.ts';
import type { MarketChild } from './market-child.ts';
import { engineHere, marketHere } from './market-here.ts';
import type { Ties } from './late-bindings.ts';

/** Whether the market is led by this process or by a separate one. */
export type Arrangement = { readonly apart: boolean };

type Deps = {
  readonly config: Config & Arrangement;
  readonly database: Pick<Database, 'urls' | 'tapePool'>;
  readonly firing: FiringPlatform;
  readonly ties: Ties;
  readonly log: Log;
  readonly closing: Closing;
};

export type RunningMarket = Awaited<ReturnType<typeof openMarket>>;

/** Resolves once the market leads, stands by or follows. */
export async function openMarket(deps: Deps) {
  const { config, firing, ties, log, closing } = deps;
  const child = config.apart ? await startChild(deps) : undefined;
  const role = config.role === 'api' || child !== undefined ? 'follow' : 'lead';
  const market = await marketHere(
    config,
    { tapePool: deps.database.tapePool, role, alone: isAlone(config) },
    deps,
  );
  // If the market has its own process, that process measures the lag and this process requests it.
  const asked = child && { lagMs: child.lagMs, stop: () => Promise.resolve() };
  const engine = engineHere(market, deps, asked);
  // If the market has its own process, this one stores the cover for it.
  const leads = () => child !== undefined || market.epoch() !== undefined;
  const { pool, executor, now } = firing;
  const cover = keepCover({ pool, executor, leads, now, log });
  closing.push(() => cover.stop());
  if (child !== undefined) ties.armed = child.poke;
  return { market, child, running: () => isRunning() };

  function isRunning(): boolean {
    if (child !== undefined) return child.running();
    if (market.epoch() !== undefined) return engine.running();
    // If other processes share the database, this process may follow or stand by. Otherwise it must lead.
    return config.role === 'api' || config.database.kind === 'given';
  }
}

async function startChild({ config, database, ties, log, closing }: Deps): Promise<MarketChild> {
  const { mode, house, feed, data, jurisdictions, tlog } = config;
  const { url, tapeUrl } = database.urls;
  const child = await startMarketChild({
    options: { mode, house, feed, data, jurisdictions, tlog, alone: isAlone(config), url, tapeUrl },
    log,
    onCommitted: (publications) => ties.committed(publications),
  });
  closing.push(() => child.stop());
  return child;
}

function isAlone({ database }: Config): boolean {
  return database.kind === 'embedded';
}
