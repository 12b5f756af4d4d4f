/** The current candles and the day's figures are the same whether they are loaded from the database or built from entries. */
import type { CandlePeriod } from '@candor/domain/market/candle.ts';
import { buildCandles, periodsMs } from '@candor/domain/market/candle.ts';
import type { Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { createCandles } from './candles.ts';
import { sha256Chain } from './chain-hash.ts';
import { createRandom } from './feeds/random.ts';
import { createLatest } from './latest.ts';
import { takeLead } from './leader.ts';
import { createTape } from './tape.ts';

const SYMBOL = 'BTC/USDT';
/** The tape runs from a Monday to a Thursday. Entries are hours apart at first, and seconds apart at the end. */
const FROM = Date.parse('2024-08-05T01:00:00Z');
const TO = Date.parse('2024-08-08T17:31:20Z');

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('returns the same current candles and day’s figures from the database as from entries, for every period', async () => {
  const random = createRandom('candles');
  const quotes: Quote[] = [];
  for (let timeMs = FROM; timeMs < TO; timeMs += Math.max(1000, (TO - timeMs) * 0.02)) {
    const bid = BigInt(Math.round((6e12 * (1 + 0.05 * random.next())) / 1e6)) * 1_000_000n;
    quotes.push({ symbol: SYMBOL, bid, ask: bid, last: bid, volume: 3n, feedTimeMs: Math.floor(timeMs) });
  }
  const tape = createTape({
    pool,
    hash: sha256Chain,
    latest: createLatest(),
    timeOf: (quote) => quote.feedTimeMs,
    marketNow: () => 0,
    staleAfterMs: () => 5000,
    fillAgeMs: () => 1_000,
    wallNow: () => Date.now(),
    onFenced: () => undefined,
    report: () => undefined,
  });
  const grown = createCandles(pool);
  const entries: TapeEntry[] = [];
  tape.onEntries(grown.take);
  tape.onEntries((heard) => entries.push(...heard));
  const epoch = await takeLead(pool, { role: 'market', owner: 'test', atOnce: true });
  await tape.lead(epoch ?? 0n, [SYMBOL]);
  await tape.append(quotes);
  await tape.follow();

  const loaded = createCandles(pool);
  await loaded.load([{ symbol: SYMBOL, timeMs: entries.at(-1)?.timeMs ?? 0 }]);
  expect(entries).toHaveLength(quotes.length);
  for (const [period, periodMs] of Object.entries(periodsMs) as [CandlePeriod, number][]) {
    const built = buildCandles(entries, periodMs).at(-1);
    expect(grown.live(SYMBOL, period), period).toEqual(built);
    expect(loaded.live(SYMBOL, period), period).toEqual(built);
  }
  expect(loaded.day(SYMBOL)).toEqual(grown.day(SYMBOL));
});
