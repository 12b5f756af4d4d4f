/** The market and its engine in one process: either the serving process or a separate process that leads the market. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import { engineWhileLeading } from '../engine/while-leading.ts';
import type { LeadingEngine } from '../engine/while-leading.ts';
import type { Log } from '../log.ts';
import type { FiringPlatform } from '../platform/platform.ts';
import { startMarket } from '../quotes/market.ts';
import type { MarketClock } from '../quotes/clock.ts';
import type { Market, MarketDeps } from '../quotes/market.ts';
import type { Closing } from './closing.ts';
import { triggersOf } from './gathering.ts';
import type { Ties } from './late-bindings.ts';
import { proveWhileLeading } from './log-here.ts';
import { openLogSigner } from '../proofs/tlog/log-key.ts';

type Deps = {
  readonly firing: FiringPlatform;
  /** The clock that this process reads. */
  readonly clock: MarketClock;
  readonly ties: Ties;
  readonly log: Log;
  readonly closing: Closing;
};

export type MarketConfig = Pick<Config, 'feed' | 'data' | 'tlog' | 'timeStamps' | 'liabilitiesEveryMs'>;

type Part = Pick<MarketDeps, 'role' | 'alone'> & {
  readonly tapePool: Pool;
  /** Whether this process publishes the proofs, or stands by to do so. */
  readonly proves: boolean;
};

/** Resolves once this process leads, stands by or follows. */
export async function marketHere(
  { feed, data, tlog, timeStamps, liabilitiesEveryMs }: MarketConfig,
  { tapePool, role, alone, proves }: Part,
  { firing: { terms, now, houseNow }, clock, ties, log, closing }: Deps,
): Promise<Market> {
  // A process that publishes proofs does not start without the log's key, because nobody could then check the other processes.
  if (proves) await openLogSigner(tapePool, { dataFolder: data, origin: tlog.origin, nowMs: houseNow() });
  const owner = `process ${process.pid}`;
  const market = await startMarket({
    ...{ feed, role, alone, clock },
    pool: tapePool,
    dataFolder: data,
    owner,
    wallNow: now,
    clockWaitedFor: (symbol) => ties.clockWaitedFor(symbol),
    offered: (symbol) => terms.instrumentOpen(symbol, houseNow()),
    termsAt: (instrument, wallMs) => terms.instrument(instrument, wallMs),
    report: log,
  });
  if (proves) {
    const logging = { pool: tapePool, dataFolder: data, ...tlog, timeStamps, liabilitiesEveryMs };
    closing.push(
      await proveWhileLeading({ owner, alone }, { ...logging, now: houseNow, wallNow: now, report: log }),
    );
  }
  closing.push(() => market.stop());
  return market;
}

/** Fires triggers while this process leads. */
export function engineHere(
  market: Market,
  leaderPool: Pool,
  { firing, ties, log, closing }: Omit<Deps, 'clock'>,
): LeadingEngine {
  const engine = engineWhileLeading(market, {
    ...{ pool: firing.pool, leaderPool, nowMs: () => performance.now(), onTrouble: log },
    onEntries: market.tape.onEntries,
    sources: triggersOf(firing),
  });
  closing.push(() => engine.stop());
  ties.armed = engine.poke;
  ties.ownLagMs = engine.ownLagMs;
  ties.ownEpoch = market.epoch;
  ties.clockWaitedFor = engine.clockWaitedFor;
  return engine;
}
