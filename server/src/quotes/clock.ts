/**
 * The market clock: the wall clock on a live platform, and file time in a replay. In a demo, it can be moved forward. Every
 * process reads the clock's base from the same row and advances it by its own wall clock between reads, so that all processes
 * return the same time.
 */
import type { Connection, Pool } from '../db/pool.ts';

export type ClockBase = {
  readonly baseWallMs: number;
  readonly baseMarketMs: number;
  /** Market milliseconds per wall millisecond. */
  readonly speed: number;
};

export type MarketClock = {
  /** Market time in milliseconds. */
  now(): number;
  base(): ClockBase;
  refresh(): Promise<void>;
  /** Writes a new base, which applies to all processes. */
  set(base: ClockBase): Promise<void>;
  /**
   * Returns the wall milliseconds until the market clock reaches a time: 0 if it has passed, Infinity while the clock stands
   * still.
   */
  wallMsUntil(marketMs: number): number;
};

/** The market time at a wall time, both in milliseconds. */
export function marketTime(base: ClockBase, wallMs: number): number {
  return Math.floor(base.baseMarketMs + (wallMs - base.baseWallMs) * base.speed);
}

const COLUMNS = 'base_wall_ms, base_market_ms, speed';

type ClockRow = { readonly base_wall_ms: string; readonly base_market_ms: string; readonly speed: string };

function baseOf(rows: readonly ClockRow[]): ClockBase {
  const row = rows[0];
  if (row === undefined) throw new Error('expected a clock row, found none');
  return {
    baseWallMs: Number(row.base_wall_ms),
    baseMarketMs: Number(row.base_market_ms),
    speed: Number(row.speed),
  };
}

export async function readClock(connection: Pick<Connection, 'query'>): Promise<ClockBase> {
  return baseOf((await connection.query<ClockRow>(`select ${COLUMNS} from clock`)).rows);
}

/** Moves the market clock forward. Other processes follow when they next read the row. */
export async function advanceClock(connection: Pick<Connection, 'query'>, byMs: number): Promise<void> {
  await connection.query('update clock set base_market_ms = base_market_ms + $1', [byMs]);
}

/** Opens the clock. Its time is valid once `refresh` has read the row. */
export function createClock(pool: Pool, wallNow: () => number): MarketClock {
  let base: ClockBase = { baseWallMs: 0, baseMarketMs: 0, speed: 1 };
  return {
    now: () => marketTime(base, wallNow()),
    base: () => base,
    refresh: async () => {
      base = await readClock(pool);
    },
    set: async (next) => {
      const changed = await pool.query<ClockRow>(
        `update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3 returning ${COLUMNS}`,
        [next.baseWallMs, next.baseMarketMs, next.speed],
      );
      base = baseOf(changed.rows);
    },
    wallMsUntil: (marketMs) => {
      const ahead = marketMs - marketTime(base, wallNow());
      return ahead <= 0 ? 0 : ahead / base.speed;
    },
  };
}
