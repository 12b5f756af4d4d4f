/**
 * The market clock and the house's time. The market clock is the wall clock on a live platform and file time in a replay. The
 * house's time, which dates all business events, is the wall clock too, except in a simulated demo. There, an operator may set
 * both forward, and both always show the same time. Every process reads the same row and advances it by its wall clock between
 * reads, so that all processes return the same time.
 */
import type { Connection, Pool } from '../db/pool.ts';

export type ClockBase = {
  readonly baseWallMs: number;
  readonly baseMarketMs: number;
  /** Market milliseconds per wall millisecond. */
  readonly speed: number;
};

export type ClockRow = ClockBase & {
  /** By how much the house's time is ahead of the wall clock; 0 except in a simulated demo. */
  readonly aheadMs: number;
};

/** How often every process reads the row. */
export const CLOCK_EVERY_MS = 250;

export type MarketClock = {
  /** Market time in milliseconds. */
  now(): number;
  base(): ClockBase;
  /** The house's time in milliseconds. */
  houseNow(): number;
  /** By how much the house's time is ahead of the wall clock, in milliseconds. */
  aheadMs(): number;
  refresh(): Promise<void>;
  /** Writes a new base, which applies to all processes. Only the login of the market may write it. */
  set(base: ClockBase): Promise<void>;
  /** The same clock, whose base is written with the login of another pool. */
  writtenBy(pool: Pool): MarketClock;
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

const COLUMNS = 'base_wall_ms, base_market_ms, speed, ahead_ms';

type StoredClock = Readonly<Record<'base_wall_ms' | 'base_market_ms' | 'speed' | 'ahead_ms', string>>;

function clockOf(rows: readonly StoredClock[]): ClockRow {
  const row = rows[0];
  if (row === undefined) throw new Error('expected a clock row, found none');
  return {
    baseWallMs: Number(row.base_wall_ms),
    baseMarketMs: Number(row.base_market_ms),
    speed: Number(row.speed),
    aheadMs: Number(row.ahead_ms),
  };
}

export async function readClock(connection: Pick<Connection, 'query'>): Promise<ClockRow> {
  return clockOf((await connection.query<StoredClock>(`select ${COLUMNS} from clock`)).rows);
}

/** The number of newest steps that are read. A demo that is set forward by the hour for three weeks has five hundred. */
const STEPS_MAX = 1000;

/** A step of the house's time: from a wall-clock time on, it was this much ahead. `index` is the step's place in the public log. */
export type ClockStep = Readonly<Record<'number' | 'wallMs' | 'aheadMs', number>> & {
  readonly index: number | null;
};

/**
 * Returns the newest steps of the house's time, oldest first. If `atMs` is given, returns only the step by which that time was
 * dated, and the next one.
 */
export async function readClockSteps(pool: Pool, atMs?: number): Promise<readonly ClockStep[]> {
  const { rows } = await pool.query<
    Record<'number' | 'wall_ms' | 'ahead_ms', string> & { index: string | null }
  >(
    `select s.number, s.wall_ms, s.ahead_ms,
       (select e.index from tlog_entry e where e.kind = 'clock' and e.key = '' and e.position = s.number) as index
     from clock_step s, (select coalesce(max(l.number), 0) as at from clock_step l where l.wall_ms + l.ahead_ms <= $2) dated
     where $2::bigint is null or s.number in (dated.at, dated.at + 1)
     order by s.number desc limit $1`,
    [STEPS_MAX, atMs ?? null],
  );
  return rows
    .map(({ number, wall_ms: wallMs, ahead_ms: aheadMs, index }) => ({
      ...{ number: Number(number), wallMs: Number(wallMs), aheadMs: Number(aheadMs) },
      index: index === null ? null : Number(index),
    }))
    .toReversed();
}

/** Sets the market clock and the house's time forward. Other processes follow when they next read the row. */
export async function advanceClock(connection: Pick<Connection, 'query'>, byMs: number): Promise<void> {
  await connection.query(
    'update clock set base_market_ms = base_market_ms + $1, ahead_ms = ahead_ms + $1::bigint',
    [byMs],
  );
}

/**
 * Lets a new demo begin up to sixty days in the past. Only the owner of the database can do this, and only before anything
 * exists in the database. The database refuses it later, and for a live platform.
 */
export async function beginInThePast(owner: Pick<Connection, 'query'>, agoMs: number): Promise<void> {
  await advanceClock(owner, -agoMs);
}

/** Opens the clock. Its time is valid once `refresh` has read the row. */
export function createClock(pool: Pool, wallNow: () => number): MarketClock {
  let base: ClockRow = { baseWallMs: 0, baseMarketMs: 0, speed: 1, aheadMs: 0 };
  const clockOfWriter = (writer: Pool): MarketClock => ({
    now: () => marketTime(base, wallNow()),
    base: () => base,
    houseNow: () => wallNow() + base.aheadMs,
    aheadMs: () => base.aheadMs,
    refresh: async () => {
      base = await readClock(pool);
    },
    set: async (next) => {
      const changed = await writer.query<StoredClock>(
        `update clock set base_wall_ms = $1, base_market_ms = $2, speed = $3 returning ${COLUMNS}`,
        [next.baseWallMs, next.baseMarketMs, next.speed],
      );
      base = clockOf(changed.rows);
    },
    writtenBy: clockOfWriter,
    wallMsUntil: (marketMs) => {
      const ahead = marketMs - marketTime(base, wallNow());
      return ahead <= 0 ? 0 : ahead / base.speed;
    },
  });
  return clockOfWriter(pool);
}
