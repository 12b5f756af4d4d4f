/** Compares stored candles with candles built from every entry, before and after finished candles are stored. */
import type { Candle } from '@candor/domain/market/candle.ts';
import { buildCandles, periodStart, periodsMs } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { finishCandles, insertCandles, readCandles } from './candle-store.ts';
import { createRandom } from './feeds/random.ts';

const SYMBOL = 'BTC/USDT';
const START = Date.parse('2024-07-30T21:07:00Z');
const FOREVER = 8e15;

let database: TestDatabase;
let pool: Pool;

/** Generates two weeks of entries, with none during the nights and one weekend. */
const random = createRandom('candles');
const entries = Array.from({ length: 1500 }, (_, at) => ({
  timeMs: START + at * 13 * MINUTE_MS + Math.floor(random.next() * 13 * MINUTE_MS),
  last: BigInt(Math.floor(1e12 * (1 + random.next()))),
  volume: BigInt(Math.floor(1e8 * random.next())),
})).filter(({ timeMs }) => new Date(timeMs).getUTCHours() > 5 && new Date(timeMs).getUTCDay() !== 0);
const minutes = buildCandles(entries, MINUTE_MS);
/** The tape begins a day and a half after the first candle. */
const TAPE_FROM = START + 36 * 3_600_000;
const simulated = minutes.filter(({ startMs }) => startMs < TAPE_FROM);
const ofTape = minutes.filter(({ startMs }) => startMs >= TAPE_FROM);

async function insertMinutes(candles: readonly Candle[]): Promise<void> {
  const texts = (field: 'open' | 'high' | 'low' | 'close' | 'volume') =>
    candles.map((one) => toNumeric(one[field]));
  await pool.query(
    `insert into tape_minute (symbol, minute_ms, first_seq, last_seq, open, high, low, close, bid_high, bid_low,
       ask_high, ask_low, volume)
     select $1, u.at, 1, 1, u.open, u.high, u.low, u.close, 1, 1, 1, 1, u.volume
     from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[])
       as u (at, open, high, low, close, volume)`,
    [
      SYMBOL,
      candles.map((one) => one.startMs),
      texts('open'),
      texts('high'),
      texts('low'),
      texts('close'),
      texts('volume'),
    ],
  );
}

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 3 });
  await insertCandles(pool, { symbol: SYMBOL, periodMs: MINUTE_MS, candles: simulated, simulated: true });
  await insertMinutes(ofTape);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function expectAllPeriods(): Promise<void> {
  for (const [period, periodMs] of Object.entries(periodsMs)) {
    const expected = buildCandles(entries, periodMs);
    const range = { symbol: SYMBOL, periodMs, fromMs: 0, toMs: FOREVER };
    expect(await readCandles(pool, { ...range, limit: 5000 }), period).toEqual(expected);
    expect(await readCandles(pool, { ...range, limit: 7 }), period).toEqual(expected.slice(-7));
    const fromMs = START + 3 * DAY_MS + 12_345;
    const toMs = START + 5 * DAY_MS + 54_321;
    const inside = expected.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
    expect(await readCandles(pool, { ...range, fromMs, toMs, limit: 5000 }), period).toEqual(inside);
  }
}

test('returns the same candles from minutes as from entries, for every period and range', expectAllPeriods);

test('returns the same candles while finished candles are stored in any number of steps', async () => {
  for (const part of [0.2, 0.21, 0.7, 1]) {
    await finishCandles(pool, SYMBOL, START + part * 14 * DAY_MS);
    await expectAllPeriods();
  }
  await finishCandles(pool, SYMBOL, START + 14 * DAY_MS);
  const { rows } = await pool.query(
    'select period_ms, count(*) from candle group by period_ms order by period_ms',
  );
  expect(rows.map((row) => Number(row.period_ms))).toEqual([MINUTE_MS, periodsMs['15m'], DAY_MS]);
  await expectAllPeriods();
});

test('marks a candle as simulated if and only if a part of it is simulated', async () => {
  const { rows } = await pool.query<{ start_ms: string; simulated: boolean }>(
    'select start_ms, simulated from candle where symbol = $1 and period_ms = $2 order by start_ms',
    [SYMBOL, DAY_MS],
  );
  const lastSimulatedDay = periodStart(simulated.at(-1)?.startMs ?? 0, DAY_MS);
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) expect(row.simulated).toBe(Number(row.start_ms) <= lastSimulatedDay);
});
