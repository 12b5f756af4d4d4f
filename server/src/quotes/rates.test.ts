/**
 * Conversion rates on a real tape: one per hour despite restarts and changes of leader, available to every transaction, and
 * shown in no list.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { conversionRate } from '@candor/domain/market/conversion.ts';
import type { HashedEntry } from '@candor/domain/market/tape.ts';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import { calls } from '@candor/protocol/features.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { recordStep } from '@candor/testing/set-forward.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CallContext } from '../calls/handler.ts';
import { openDemoHouse } from '../ledger/book.ts';
import { forexMarketHandlers } from '../features/forex/market-handlers.ts';
import { marketHandlers } from '../features/market/handlers.ts';
import { sha256Chain } from './chain-hash.ts';
import { advanceClock } from './clock.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import { headsSql, readHeads } from './heads.ts';
import type { Market } from './market.ts';
import { startMarket } from './market.ts';
import { readEntries } from './tape-store.ts';

const STERLING = fileURLToPath(
  new URL('../../../fixtures/market/GBPUSD_ejtrader_1h_2016-10-06_crash.csv', import.meta.url),
);
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

let database: TestDatabase;
let pool: Pool;
let folder: string;
let markets: Market[];
let reports: string[];

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 6 });
  folder = mkdtempSync(join(tmpdir(), 'rates-'));
  markets = [];
  reports = [];
  await openDemoHouse(pool, []);
});
afterEach(async () => {
  for (const market of markets) await market.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function start(feed: FeedConfig, alone = true): Promise<Market> {
  const market = await startMarket({
    pool,
    feed,
    dataFolder: folder,
    role: 'lead',
    alone,
    owner: 'test',
    wallNow: () => Date.now(),
    clockWaitedFor: () => undefined,
    report: (text) => reports.push(text),
  });
  markets.push(market);
  return market;
}
async function stop(market: Market): Promise<void> {
  markets = markets.filter((one) => one !== market);
  await market.stop();
}
const tapeOf = async (symbol: string): Promise<HashedEntry[]> =>
  readEntries(pool, { symbol, fromSeq: 1n, limit: 10_000 });

test('publishes one rate per hour of a replay’s file time, without gaps after repeated interruptions', async () => {
  const feed: FeedConfig = {
    kind: 'replay',
    files: [{ symbol: 'GBP/USD', path: STERLING }],
    speed: 50_000,
    halfSpread: amount('0.0001'),
  };
  for (const enough of [30n, 70n, 130n]) {
    const market = await start(feed);
    await vi.waitFor(() => expect(market.latest.get('GBP/USD')?.entry.seq).toBeGreaterThan(enough), {
      timeout: 10_000,
      interval: 5,
    });
    await stop(market);
  }
  await start({ ...feed, speed: 1_000_000 });
  await vi.waitFor(async () => expect((await tapeOf('GBP/USD')).at(-1)?.gap).toBe(true), {
    timeout: 10_000,
    interval: 50,
  });

  const tape = await tapeOf('GBP/USD');
  const quotes = tape.filter(({ gap }) => gap !== true);
  const rates = await tapeOf('GBP/USDT');
  // The end of the file is recorded after the last quote. Stopping the replay would record nothing.
  expect(tape.filter(({ gap }) => gap === true)).toEqual([tape.at(-1)]);
  expect(tape.at(-1)?.cause).toEqual({ kind: 'halt', reason: 'feed_ended' });
  expect(quotes).toHaveLength(45 * 4);
  expect(rates).toHaveLength(45);
  expect(chainViolation(CHAIN_GENESIS, rates, sha256Chain)).toBeUndefined();
  for (const rate of rates) {
    const source = quotes.find((quote) => quote.timeMs === rate.feedTimeMs);
    if (source === undefined) throw new Error('expected the quote that a rate was derived from, found none');
    expect(rate.last).toBe(conversionRate({ of: 'price' }, source));
    expect([rate.bid, rate.ask, rate.timeMs]).toEqual([rate.last, rate.last, source.timeMs]);
    expect(rate.timeMs % HOUR_MS).toBe(0);
  }
  expect(await tapeOf('JPY/USDT')).toEqual([]);
});

/** Sets the clock as an operator does. For a simulated market, the transaction must include the audit record. */
async function forward(market: Market, byMs: number): Promise<void> {
  const fromMs = market.clock.now();
  await inTransaction(pool, async (connection) => {
    await recordStep(connection, { fromMs, ms: byMs });
    await advanceClock(connection, byMs);
  });
  await market.clock.refresh();
}

test('publishes each hour once under a new leader, including a missed hour', async () => {
  // The clock is set to a Wednesday, so that the currencies are quoted whatever the current day of the week.
  await pool.query('update clock set base_wall_ms = $1, base_market_ms = $2', [
    Date.now(),
    Date.parse('2024-08-07T12:10:00Z'),
  ]);
  const feed: FeedConfig = { kind: 'simulated', seed: '1', history: false, quotesPerSecond: 4 };
  const counts = async () => {
    const symbols = ['GBP/USDT', 'CHF/USDT', 'CAD/USDT', 'JPY/USDT'];
    return (await Promise.all(symbols.map(tapeOf))).map((entries) => entries.length);
  };
  const quoted = async (market: Market) => {
    const before = market.latest.get('USD/JPY')?.entry.seq ?? 0n;
    const isNew = (): boolean => {
      const entry = market.latest.get('USD/JPY')?.entry;
      // Setting the clock forward makes the market miss steps, which are written first.
      return entry !== undefined && entry.seq > before + 1n && market.clock.now() - entry.timeMs < 2000;
    };
    await vi.waitFor(() => expect(isNew()).toBe(true), { timeout: 20_000, interval: 20 });
  };
  const first = await start(feed);
  const standby = await start(feed, false);
  await quoted(first);
  expect(await counts()).toEqual([1, 1, 1, 1]);
  await forward(first, HOUR_MS);
  await quoted(first);
  expect(await counts()).toEqual([2, 2, 2, 2]);
  await stop(first);
  await vi.waitFor(() => expect(standby.epoch()).toBe(2n), 5000);
  await quoted(standby);
  expect(await counts()).toEqual([2, 2, 2, 2]);
  await forward(standby, 3 * HOUR_MS);
  await quoted(standby);
  expect(await counts()).toEqual([3, 3, 3, 3]);

  const yen = await tapeOf('JPY/USDT');
  expect(chainViolation(CHAIN_GENESIS, yen, sha256Chain)).toBeUndefined();
  expect(yen.map((entry) => new Date(entry.timeMs).toISOString().slice(11, 13))).toEqual(['12', '13', '16']);
  await stop(standby);
  const signed = await pool.query(`select seq from checkpoint where symbol = 'JPY/USDT' order by seq desc`);
  expect(signed.rows[0]).toEqual({ seq: '3' });
});

test('makes the rates available to every transaction and call, but shows them in no list or chart', async () => {
  const market = await start({ kind: 'simulated', seed: '1', history: false, quotesPerSecond: 4 });
  await vi.waitFor(() => expect(market.latest.get('JPY/USDT')).toBeDefined(), 5000);
  const found = await pool.query({ text: headsSql, rowMode: 'array' });
  const heads = readHeads(found.rows as (string | null)[][]).heads;
  const yen = heads.find((head) => head.symbol === 'JPY/USDT');
  expect(yen).toMatchObject({ seq: 1n, stale: false });

  const rates = await forexMarketHandlers(market.shown)['GET lh/wh_bzhl_list']({}, visitor);
  if (!rates.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(v.safeParse(calls['GET lh/wh_bzhl_list'].output, rates.value).issues).toBeUndefined();
  expect(rates.value.map(({ currency }) => currency)).toEqual([
    ...['USDT', 'USD', 'EUR', 'GBP', 'CHF', 'CAD', 'JPY'],
  ]);
  expect(rates.value[1]).toEqual({ currency: 'USD', rate: '1', symbol: null, seq: null, time: null });
  expect(rates.value[6]).toEqual({
    currency: 'JPY',
    rate: formatAmount(yen?.last ?? 0n),
    symbol: 'JPY/USDT',
    seq: 1,
    time: Math.floor((yen?.timeMs ?? 0) / 1000),
  });

  const list = await forexMarketHandlers(market.shown)['GET currency/whlist']({}, visitor);
  if (!list.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(v.safeParse(calls['GET currency/whlist'].output, list.value).issues).toBeUndefined();
  expect(list.value.map(({ symbol }) => symbol)).toHaveLength(12);
  expect(list.value.find(({ symbol }) => symbol === 'XAG/USD')).toMatchObject({
    quantity_min: '0.01',
    quantity_step: '0.01',
    quantity_max: '50',
    contract_size: '5000',
  });
  const quotations = await marketHandlers(market.shown)['GET currency/quotation_new']({}, visitor);
  if (!quotations.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(quotations.value.map(({ symbol }) => symbol)).not.toContain('JPY/USDT');

  const candles = { symbol: 'JPY/USDT', period: '1m', from: undefined, to: undefined } as const;
  for (const call of ['GET currency/new_timeshar', 'GET currency/whkdata'] as const) {
    expect(
      await { ...marketHandlers(market.shown), ...forexMarketHandlers(market.shown) }[call](candles, visitor),
    ).toMatchObject({
      ok: false,
      refusal: { code: 'pair_not_found' },
    });
  }
  const bitcoin = { ...candles, symbol: 'BTC/USDT' };
  expect(await forexMarketHandlers(market.shown)['GET currency/whkdata'](bitcoin, visitor)).toMatchObject({
    ok: false,
  });
  const tape = await marketHandlers(market.shown)['GET tape'](
    { symbol: 'JPY/USDT', from_seq: 1, limit: undefined },
    visitor,
  );
  expect(tape).toMatchObject({ ok: true, value: [{ seq: 1, volume: '0' }] });
});
