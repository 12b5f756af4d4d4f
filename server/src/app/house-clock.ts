/**
 * The house's time in this process, which follows the clock's row. On a live platform, it is the wall clock. Only this module
 * reads the row in this process; the market gets the same clock.
 */
import { every } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';
import { CLOCK_EVERY_MS, createClock } from '../quotes/clock.ts';
import type { MarketClock } from '../quotes/clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Closing } from './closing.ts';

type Deps = { readonly mode: Config['mode']; readonly log: Log; readonly closing: Closing };

export type HouseClock = {
  /** In milliseconds. */
  now(): number;
  /** The market's clock. `refresh` reads its row immediately; otherwise the row is read every quarter of a second. */
  readonly clock: MarketClock;
};

export async function openHouseClock(pool: Pool, { mode, log, closing }: Deps): Promise<HouseClock> {
  const clock = createClock(pool, Date.now);
  await clock.refresh();
  if (mode === 'live' && clock.aheadMs() !== 0)
    throw new Error('expected a database whose time is the wall clock, found one with the time of a demo');
  const reading = every(CLOCK_EVERY_MS, clock.refresh, (error) =>
    log("clock: failed to read the house's time (retrying)", error),
  );
  closing.push(() => reading.stop());
  return { now: mode === 'live' ? Date.now : clock.houseNow, clock };
}
