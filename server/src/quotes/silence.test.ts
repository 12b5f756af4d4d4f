/**
 * The market records a silence only while a ticket or trigger waits for the market clock. A replay is never silent before its
 * end.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kindOf } from '@candor/domain/market/quote.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { sha256Chain } from './chain-hash.ts';
import type { CallContext } from '../calls/handler.ts';
import { marketHandlers } from '../features/market/handlers.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import type { Market } from './market.ts';
import { marketFeedOf } from './market-feed.ts';
import { startMarket } from './market.ts';
import { readEntries } from './tape-store.ts';

const SYMBOL = 'BTC/USDT';
const visitor: CallContext = {
  customer: 0n,
  session: 0n,
  idempotencyKey: undefined,
  language: 'en',
  address: '127.0.0.1',
  host: 'localhost',
  device: undefined,
  agent: 'test',
};
/** Half a minute past nine, in the middle of a minute. */
const START = Date.parse('2024-08-07T09:00:30Z');

let database: TestDatabase;
let pool: Pool;
let folder: string;
let markets: Market[];
/** The waiting time that the engine returns. */
let waitedForMs: number | undefined;
let skewMs: number;

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 6 });
  folder = mkdtempSync(join(tmpdir(), 'silence-'));
  markets = [];
  waitedForMs = undefined;
  skewMs = 0;
});
afterEach(async () => {
  for (const market of markets) await market.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const chainOf = async () => readEntries(pool, { symbol: SYMBOL, fromSeq: 1n, limit: 10_000 });
async function start(feed: FeedConfig, alone = true): Promise<Market> {
  const market = await startMarket({
    pool,
    feed,
    dataFolder: folder,
    role: 'lead',
    alone,
    owner: 'test',
    wallNow: () => Date.now() + skewMs,
    clockWaitedFor: (symbol) => (symbol === SYMBOL ? waitedForMs : undefined),
    report: () => undefined,
  });
  markets.push(market);
  return market;
}
const gaps = async (): Promise<number> => (await chainOf()).filter(({ gap }) => gap === true).length;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 700));
/** Every symbol is quoted once at the start, and very rarely afterwards. */
const silent: FeedConfig = { kind: 'simulated', seed: '1', history: false, quotesPerSecond: 0.000_01 };

test('records one gap entry for each awaited time that passes in a silence, and no others', async () => {
  const market = await start(silent);
  await vi.waitFor(() => expect(market.latest.get(SYMBOL)).toBeDefined());
  skewMs += 10_000;
  await settled();
  expect(await gaps()).toBe(0);
  waitedForMs = market.clock.now() + 3_600_000;
  await settled();
  expect(await gaps()).toBe(0);

  const heard: TapeEntry[] = [];
  market.tape.onEntries((entries) => {
    heard.push(...entries);
    // The waiting ticket or trigger now has its entry.
    if (entries.some(({ timeMs, gap }) => gap === true && timeMs >= (waitedForMs ?? Infinity))) {
      waitedForMs = undefined;
    }
  });
  waitedForMs = 0;
  await vi.waitFor(() => expect(heard).toMatchObject([{ symbol: SYMBOL, gap: true }]));
  await settled();
  skewMs += 10_000;
  await settled();
  expect(await gaps()).toBe(1);
  waitedForMs = market.clock.now() - 1;
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  await settled();
  expect(await gaps()).toBe(2);
  const shown = await marketHandlers(market.shown)['GET tape'](
    { symbol: SYMBOL, from_seq: undefined, limit: undefined },
    visitor,
  );
  if (!shown.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(shown.value.map(({ gap }) => gap)).toEqual([false, true, true]);
  expect(market.latest.get(SYMBOL)).toMatchObject({ halted: true });
  // The price of the last quote is shown, but is not open for trading.
  const tick = marketFeedOf(market, { wallNow: () => Date.now() + skewMs }).tick(SYMBOL);
  const chain = await chainOf();
  expect(tick?.slice(4)).toEqual([1, chain[0]?.timeMs, false]);
  const quotations = await marketHandlers(market.shown)['GET currency/quotation_new']({}, visitor);
  if (!quotations.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(quotations.value[0]).toMatchObject({ symbol: SYMBOL, tape_seq: 1, open: false });
  expect(chainViolation(CHAIN_GENESIS, chain, sha256Chain)).toBeUndefined();
});

test('continues a tape that ends in a gap, and records the next gap, under a new leader', async () => {
  const leader = await start(silent);
  const standby = await start(silent, false);
  await vi.waitFor(() => expect(leader.latest.get(SYMBOL)).toBeDefined());
  waitedForMs = 0;
  skewMs += 4000;
  await vi.waitFor(async () => expect(await gaps()).toBe(1));
  await vi.waitFor(() => expect(standby.latest.get(SYMBOL)).toMatchObject({ halted: true }));
  waitedForMs = undefined;
  await leader.stop();
  await vi.waitFor(() => expect(standby.epoch()).toBe(2n), 5000);
  // The leader must have received nothing for a while before it treats the feed as silent.
  await settled();
  skewMs += 4000;
  waitedForMs = 0;
  skewMs += 4000;
  await vi.waitFor(async () => expect(await gaps()).toBe(2), 5000);
  expect(chainViolation(CHAIN_GENESIS, await chainOf(), sha256Chain)).toBeUndefined();
  expect(standby.candles.live(SYMBOL, '1m')).toBeDefined();
});

test('treats a replay as silent only after its end, however far apart its quotes are', async () => {
  const files = [0, 20_000, 40_000, 60_000].map(
    (afterMs, at) => `${START + afterMs},${at + 1},${60_000 + at},0.1`,
  );
  const path = join(folder, 'trades.csv');
  const header = 'trade_time_unix_ms,trade_id,price,quantity';
  writeFileSync(path, [header, ...files, ''].join('\n'));
  waitedForMs = 0;
  const feed: FeedConfig = { kind: 'replay', files: [{ symbol: SYMBOL, path }], speed: 30, halfSpread: 1n };
  const market = await start(feed);
  await vi.waitFor(async () => expect(await gaps()).toBeGreaterThan(1), 10_000);
  const chain = await chainOf();
  const kinds = ['quote', 'quote', 'quote', 'quote', 'halt', 'gap'];
  expect(chain.slice(0, 6).map(kindOf)).toEqual(kinds);
  expect(chain[5]!.timeMs).toBeGreaterThan(START + 63_000);
  waitedForMs = undefined;
  await market.stop();

  // A history that was extended continues after the newest quote on the tape, whatever gaps were recorded since.
  writeFileSync(path, [header, ...files, `${START + 61_000},5,60010,0.1`, ''].join('\n'));
  const longer = await start(feed);
  await vi.waitFor(() => expect(longer.latest.get(SYMBOL)?.entry.last).toBe(amount('60010')), 5000);
  expect((await chainOf()).filter(({ gap }) => gap !== true)).toHaveLength(5);
});
