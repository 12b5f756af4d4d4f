/**
 * Stores and reads candles. Minutes come from the tape and, in a demo, from the simulated history. Quarter hours and days are
 * also stored once they are finished, so that a long chart reads few rows. Unfinished candles are rolled up when they are read.
 */
import type { Candle } from '@candor/domain/market/candle.ts';
import { periodStart, periodsMs, rollUp } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

/** Stored periods, shortest first. Each is rolled up from the previous one. */
const TIERS = [MINUTE_MS, periodsMs['15m'], DAY_MS] as const;
/** The maximum number of periods that one statement finishes. */
const FINISH_AT_ONCE = 90;

export type CandleRange = {
  readonly symbol: string;
  readonly periodMs: number;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** At most this many candles are returned, the newest ones. */
  readonly limit: number;
};

type CandleRow = Record<'start_ms' | 'open' | 'high' | 'low' | 'close' | 'volume', string>;

/**
 * Returns the newest candles that start within a range, oldest first. Each candle is complete even if the range ends within its
 * period.
 */
export async function readCandles(pool: Pool, range: CandleRange): Promise<Candle[]> {
  const { periodMs } = range;
  const tier = TIERS.findLastIndex((stored) => stored <= periodMs);
  const fromMs = periodStart(range.fromMs + periodMs - 1, periodMs);
  const toMs = periodStart(range.toMs - 1, periodMs) + periodMs;
  const rows = await readTier(pool, tier, { ...range, fromMs, toMs });
  return rollUp(rows, periodMs).slice(-range.limit);
}

async function readTier(pool: Pool, tier: number, range: CandleRange): Promise<Candle[]> {
  const periodMs = TIERS[tier] ?? MINUTE_MS;
  const most = Math.ceil(range.limit * (range.periodMs / periodMs)) + 1;
  if (tier === 0) return readMinutes(pool, { ...range, limit: most });
  const finished = await pool.query<CandleRow>({
    name: 'candles_finished',
    text: `select start_ms, open, high, low, close, volume from candle
      where symbol = $1 and period_ms = $2 and start_ms >= $3 and start_ms < $4 order by start_ms desc limit $5`,
    values: [range.symbol, periodMs, range.fromMs, range.toMs, most],
  });
  const candles = finished.rows.reverse().map(readCandle);
  const newest = await newestFinished(pool, range.symbol, periodMs);
  const tailFrom = Math.max(range.fromMs, newest === undefined ? 0 : newest + periodMs);
  if (tailFrom >= range.toMs) return candles;
  const tail = await readTier(pool, tier - 1, { ...range, fromMs: tailFrom });
  return [...candles, ...rollUp(tail, periodMs)];
}

/** Returns the start of a period's newest finished candle, or undefined if there is none. */
async function newestFinished(pool: Pool, symbol: string, periodMs: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ start_ms: string }>({
    name: 'candle_newest',
    text: `select start_ms from candle where symbol = $1 and period_ms = $2 order by start_ms desc limit 1`,
    values: [symbol, periodMs],
  });
  return rows[0] === undefined ? undefined : Number(rows[0].start_ms);
}

/** Reads minutes from the tape and from the simulated history before it. No minute is in both. */
export async function readMinutes(
  pool: Pool,
  range: Pick<CandleRange, 'symbol' | 'fromMs' | 'toMs' | 'limit'>,
): Promise<Candle[]> {
  const { rows } = await pool.query<CandleRow>({
    name: 'candle_minutes',
    text: `select * from (
        (select minute_ms as start_ms, open, high, low, close, volume from tape_minute
          where symbol = $1 and minute_ms >= $2 and minute_ms < $3 order by minute_ms desc limit $4)
        union all
        (select start_ms, open, high, low, close, volume from candle
          where symbol = $1 and period_ms = ${MINUTE_MS} and start_ms >= $2 and start_ms < $3
          order by start_ms desc limit $4)
      ) m order by start_ms desc limit $4`,
    values: [range.symbol, range.fromMs, range.toMs, range.limit],
  });
  return rows.reverse().map(readCandle);
}

function readCandle(row: CandleRow): Candle {
  return {
    startMs: Number(row.start_ms),
    open: fromNumeric(row.open),
    high: fromNumeric(row.high),
    low: fromNumeric(row.low),
    close: fromNumeric(row.close),
    volume: fromNumeric(row.volume),
  };
}

/** Stores candles of one period; existing candles stay unchanged. A candle with a simulated part is marked as simulated. */
export async function insertCandles(
  pool: Pool,
  rows: {
    readonly symbol: string;
    readonly periodMs: number;
    readonly candles: readonly Candle[];
    readonly simulated: boolean;
  },
): Promise<void> {
  if (rows.candles.length === 0) return;
  const list = (texts: readonly (string | number)[]): string => `{${texts.join(',')}}`;
  await pool.query({
    name: 'candles_insert',
    text: `insert into candle (symbol, period_ms, start_ms, open, high, low, close, volume, simulated)
      select $1::text, $2::bigint, u.*, $3::boolean or exists (select 1 from candle m where m.symbol = $1 and m.simulated
          and m.period_ms < $2 and m.start_ms >= u.start_ms and m.start_ms < u.start_ms + $2)
      from unnest($4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[])
        as u (start_ms, open, high, low, close, volume)
      on conflict do nothing`,
    values: [
      rows.symbol,
      rows.periodMs,
      rows.simulated,
      list(rows.candles.map((candle) => candle.startMs)),
      ...(['open', 'high', 'low', 'close', 'volume'] as const).map((field) =>
        list(rows.candles.map((candle) => toNumeric(candle[field]))),
      ),
    ],
  });
}

/** Stores the quarter hours and days of a symbol that ended before a given time on its tape. */
export async function finishCandles(pool: Pool, symbol: string, headTimeMs: number): Promise<void> {
  for (const [at, periodMs] of TIERS.entries()) {
    if (at === 0) continue;
    const newest = await newestFinished(pool, symbol, periodMs);
    const endMs = Math.floor(headTimeMs / periodMs) * periodMs;
    let fromMs = newest === undefined ? 0 : newest + periodMs;
    while (fromMs < endMs) {
      // Jumping to the next existing minute skips any gap, and small steps keep each statement short.
      const first = await firstMinute(pool, { symbol, fromMs, toMs: endMs });
      if (first === undefined) break;
      const startMs = Math.floor(first / periodMs) * periodMs;
      const toMs = Math.min(endMs, startMs + FINISH_AT_ONCE * periodMs);
      const range = { symbol, periodMs, fromMs: Math.max(fromMs, startMs), toMs, limit: FINISH_AT_ONCE };
      const candles = rollUp(await readTier(pool, at - 1, range), periodMs);
      await insertCandles(pool, { symbol, periodMs, candles, simulated: false });
      fromMs = toMs;
    }
  }
}

async function firstMinute(
  pool: Pool,
  range: { readonly symbol: string; readonly fromMs: number; readonly toMs: number },
): Promise<number | undefined> {
  const { rows } = await pool.query<{ first: string | null }>({
    name: 'candle_first_minute',
    text: `select least(
        (select minute_ms from tape_minute where symbol = $1 and minute_ms >= $2 and minute_ms < $3
          order by minute_ms limit 1),
        (select start_ms from candle where symbol = $1 and period_ms = ${MINUTE_MS} and start_ms >= $2
          and start_ms < $3 order by start_ms limit 1)) as first`,
    values: [range.symbol, range.fromMs, range.toMs],
  });
  const first = rows[0]?.first ?? null;
  return first === null ? undefined : Number(first);
}
