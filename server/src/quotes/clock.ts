/**
 * The market clock: identity in live, file time in a replay, set forward in a demo. Its base is a row that every process
 * reads, so that all of them tell the same time; in between each counts on from its own wall clock.
 */
import type { Pool } from '../db/pool.ts';

export type ClockBase = {
  readonly baseWallMs: number;
  readonly baseMarketMs: number;
  /** Market milliseconds in one of the wall's. */
  readonly speed: number;
};

export type MarketClock = {
  /** Market time in milliseconds. */
  now(): number;
  base(): ClockBase;
  /** Reads the row again. */
  refresh(): Promise<void>;
  /** Writes a new base for all processes. */
  set(base: ClockBase): Promise<void>;
  /** Lets the market be so much later from now on. */
  advance(byMs: number): Promise<void>;
  /** How long by the wall until the market is at an instant; 0 when it has passed, Infinity while the clock stands. */
  wallMsUntil(marketMs: number): number;
};

/** Market time of a wall time. */
function marketTime(base: ClockBase, wallMs: number): number {
  return Math.floor(base.baseMarketMs + (wallMs - base.baseWallMs) * base.speed);
}

/** Opens the clock; `refresh` brings in what the row says. */
export function createClock(pool: Pool, wallNow: () => number): MarketClock {
  let base: ClockBase = { baseWallMs: 0, baseMarketMs: 0, speed: 1 };
  const take = (rows: readonly { base_wall_ms: string; base_market_ms: string; speed: string }[]): void => {
    const row = rows[0];
    if (row === undefined) throw new Error('the clock row is missing');
    base = {
      baseWallMs: Number(row.base_wall_ms),
      baseMarketMs: Number(row.base_market_ms),
      speed: Number(row.speed),
    };
  };
  const columns = 'base_wall_ms, base_market_ms, speed';
  return {
    now: () => marketTime(base, wallNow()),
    base: () => base,
    refresh: async () => {
      take((await pool.query(`select ${columns} from clock`)).rows);
    },
    set: async (next) => {
      const changed = await pool.query(
        `update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3 returning ${columns}`,
        [next.baseWallMs, next.baseMarketMs, next.speed],
      );
      take(changed.rows);
    },
    advance: async (byMs) => {
      const changed = await pool.query(
        `update clock set base_market_ms = base_market_ms + $1 returning ${columns}`,
        [byMs],
      );
      take(changed.rows);
    },
    wallMsUntil: (marketMs) => {
      const ahead = marketMs - marketTime(base, wallNow());
      return ahead <= 0 ? 0 : ahead / base.speed;
    },
  };
}
