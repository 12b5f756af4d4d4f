/** Opens the market and the engine that fires triggers. Either this process or a separate one leads the market. */
import type { Log } from '../log.ts';
import type { FiringPlatform } from '../platform/platform.ts';
import type { MarketClock } from '../quotes/clock.ts';
import { keepCover } from '../positions/keeping-cover.ts';
import type { Config } from '../config/config.ts';
import { maySeekLead, works } from '../config/roles.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Closing } from './closing.ts';
import type { Database } from './database.ts';
import { startMarketChild } from './market-child.ts';
import type { MarketChild } from './market-child.ts';
import { engineHere, marketHere } from './market-here.ts';
import type { Ties } from './late-bindings.ts';
import { measureMarket } from './measuring.ts';

export type Arrangement = {
  readonly apart: boolean;
  /** False for a server that is called only from within its process. */
  readonly listens?: boolean;
};

type Deps = {
  readonly config: Config & Arrangement;
  readonly database: Pick<Database, 'urls' | 'tapePool'>;
  readonly firing: FiringPlatform;
  readonly clock: MarketClock;
  readonly ties: Ties;
  readonly log: Log;
  readonly closing: Closing;
  readonly metrics: Metrics;
};

export type RunningMarket = Awaited<ReturnType<typeof openMarket>>;

export async function openMarket(deps: Deps) {
  const { config, firing, ties, log, closing, metrics } = deps;
  const child = config.apart ? await startChild(deps) : undefined;
  const { tapePool } = deps.database;
  const isHere = child === undefined;
  const role = isHere && maySeekLead(config.role) ? 'lead' : 'follow';
  const proves = isHere && works(config.role);
  const market = await marketHere(config, { tapePool, role, alone: isAlone(config), proves }, deps);
  const engine = engineHere(market, deps.database.tapePool, deps);
  if (child === undefined) measureMarket(metrics, { market, engine });
  // If the market runs in a separate process, this process stores the cover on its behalf.
  const leads = () => child !== undefined || market.epoch() !== undefined;
  const { pool, executor, now } = firing;
  const cover = keepCover({ pool, executor, leads, now, log });
  closing.push(() => cover.stop());
  if (child !== undefined) ties.armed = child.poke;
  return { market, child, running: () => isRunning() };

  function isRunning(): boolean {
    if (child !== undefined) return child.running();
    if (market.epoch() !== undefined) return engine.running();
    // A process may follow or stand by only if others share the database. Otherwise it must lead.
    return !maySeekLead(config.role) || config.database.kind === 'given';
  }
}

async function startChild({ config, database, ties, log, closing, metrics }: Deps): Promise<MarketChild> {
  const { mode, house, feed, data, jurisdictions, tlog, timeStamps, liabilitiesEveryMs, records } = config;
  const { url, tapeUrl, sessionUrl } = database.urls;
  const child = await startMarketChild({
    options: {
      mode,
      house,
      feed,
      data,
      jurisdictions,
      tlog,
      timeStamps,
      liabilitiesEveryMs,
      records,
      alone: isAlone(config),
      url,
      tapeUrl,
      sessionUrl,
    },
    log,
    onCommitted: (publications) => ties.committed(publications),
    onCounted: metrics.heard,
  });
  closing.push(() => child.stop());
  return child;
}

function isAlone({ database }: Config): boolean {
  return database.kind === 'embedded';
}
