/** The market of a house: led in this process, or in one of its own beside it, with the engine that fires what waits for it. */
import { hearLag } from '../engine/lag-told.ts';
import type { ToldLag } from '../engine/lag-told.ts';
import { engineWhileLeading } from '../engine/while-leading.ts';
import type { Log } from '../log.ts';
import type { FiringPlatform } from '../platform/platform.ts';
import { keepCover } from '../positions/keeping-cover.ts';
import { startMarket } from '../quotes/market.ts';
import type { Config } from '../config/config.ts';
import type { Closing } from './closing.ts';
import type { Database } from './database.ts';
import { triggersOf } from './gathering.ts';
import { startMarketChild } from './market-child.ts';
import type { MarketChild } from './market-child.ts';
import type { Ties } from './ties.ts';

/** Where the market is led: in this process, or in one of its own beside it. */
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

/** Resolves once it leads, stands by or follows. */
export async function openMarket(deps: Deps) {
  const { config, firing, ties, log, closing } = deps;
  const child = config.apart ? await startChild(deps) : undefined;
  const market = await startHere(deps, child);
  // Where the market has a process of its own, that one hears it, and this one asks there.
  const told: ToldLag =
    child === undefined
      ? hearLag({
          pool: firing.pool,
          leads: () => market.epoch() !== undefined,
          nowMs: () => performance.now(),
          onTrouble: log,
        })
      : { lagMs: child.lagMs, stop: () => Promise.resolve() };
  closing.push(() => told.stop());
  const engine = engineWhileLeading(market, {
    pool: firing.pool,
    told,
    onEntries: market.tape.onEntries,
    sources: triggersOf(firing),
    nowMs: () => performance.now(),
    onTrouble: log,
  });
  closing.push(() => engine.stop());
  // Where the market has a process of its own, this one keeps the cover for it.
  const leads = () => child !== undefined || market.epoch() !== undefined;
  const { pool, executor, now } = firing;
  const cover = keepCover({ pool, executor, leads, now, log });
  closing.push(() => cover.stop());
  ties.armed = child?.poke ?? engine.poke;
  ties.lagMs = engine.lagMs;
  ties.clockWaitedFor = engine.clockWaitedFor;
  return { market, child, running: () => isRunning() };

  function isRunning(): boolean {
    if (child !== undefined) return child.running();
    if (market.epoch() !== undefined) return engine.running();
    // Beside other processes it may follow and stand by; alone on its database, nobody leads.
    return config.role === 'api' || config.database.kind === 'given';
  }
}

async function startChild({ config, database, ties, log, closing }: Deps): Promise<MarketChild> {
  const { mode, house, feed, data, jurisdictions } = config;
  const { url, tapeUrl } = database.urls;
  const child = await startMarketChild({
    options: { mode, house, feed, data, jurisdictions, alone: isAlone(config), url, tapeUrl },
    log,
    onCommitted: (publications) => ties.committed(publications),
  });
  closing.push(() => child.stop());
  return child;
}

async function startHere(
  { config, database, firing, ties, log, closing }: Deps,
  child: MarketChild | undefined,
) {
  const { terms, now } = firing;
  const market = await startMarket({
    pool: database.tapePool,
    feed: config.feed,
    dataFolder: config.data,
    role: config.role === 'api' || child !== undefined ? 'follow' : 'lead',
    alone: isAlone(config),
    owner: `process ${process.pid}`,
    wallNow: now,
    clockWaitedFor: (symbol) => ties.clockWaitedFor(symbol),
    offered: (symbol) => terms.instrumentOpen(symbol, now()),
    termsAt: (instrument, wallMs) => terms.instrument(instrument, wallMs),
    report: log,
  });
  closing.push(() => market.stop());
  return market;
}

function isAlone({ database }: Config): boolean {
  return database.kind === 'embedded';
}
