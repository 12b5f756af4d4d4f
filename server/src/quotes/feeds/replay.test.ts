/**
 * Replayed history on the tape. No quote is lost or duplicated and the candles stay unchanged, wherever the replay is
 * interrupted and at any speed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Candle } from '@candor/domain/market/candle.ts';
import { buildCandles } from '@candor/domain/market/candle.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import type { Market } from '../market.ts';
import { startMarket } from '../market.ts';
import { readEntries } from '../tape-store.ts';
import { openReplay } from './replay-file.ts';

const fixture = (file: string): string =>
  fileURLToPath(new URL(`../../../../fixtures/market/${file}`, import.meta.url));
const BTC = fixture('BTCUSD_coinbase_1m_2017-09-03_04_violent.csv');
const ETH = fixture('ETHUSD_coinbase_1m_2017-09-03_04_violent.csv');
const TRADES = fixture('binance_spot_BTCUSDT_trades_2024-08-08_09.csv');
const ANY_SPEED = 1_000_000;

function candlesIn(path: string): Candle[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [time, ...cells] = line.split(',');
    const [open, high, low, close, volume] = cells.map(amount) as [bigint, bigint, bigint, bigint, bigint];
    return { startMs: Number(time) * 1000, open, high, low, close, volume };
  });
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('openReplay', () => {
  test('yields a candle’s four prices at quarters of its minute, with the configured spread', () => {
    const path = join(folder, 'one.csv');
    writeFileSync(path, 'time_unix_seconds,open,high,low,close,volume\n1504396800,10,12,9,11,1.00000002\n');
    const { quotes, cadenceMs } = openReplay({ symbol: 'BTC/USDT', path, halfSpread: amount('0.5') });
    expect(cadenceMs).toBe(15_000);
    expect(
      [...quotes].map(({ feedTimeMs, bid, last, ask, volume }) => [
        feedTimeMs / 1000,
        bid,
        last,
        ask,
        volume,
      ]),
    ).toEqual(
      [
        [1504396800, '9.5', '10', '10.5', '0.25'],
        [1504396815, '11.5', '12', '12.5', '0.25'],
        [1504396830, '8.5', '9', '9.5', '0.25'],
        [1504396845, '10.5', '11', '11.5', '0.25000002'],
      ].map(([time, ...amounts]) => [time, ...amounts.map((text) => amount(String(text)))]),
    );
  });

  test.each([
    [BTC, 'violent minutes'],
    [fixture('BTCUSD_coinbase_1m_2016-10-07_gaps.csv'), 'minutes with gaps'],
  ])('yields quotes of %s from which the candles can be rebuilt', (path) => {
    const { quotes } = openReplay({ symbol: 'BTC/USDT', path, halfSpread: 0n });
    const entries = [...quotes].map(({ feedTimeMs, last, volume }) => ({
      timeMs: feedTimeMs,
      last: last ?? 0n,
      volume,
    }));
    expect(buildCandles(entries, MINUTE_MS)).toEqual(candlesIn(path));
  });

  test('preserves the spread of separate bid and ask files', () => {
    const path = fixture('EURUSD_oanda_1m_{bid,ask}_2014-05-09_12_weekend.csv');
    const all = [...openReplay({ symbol: 'EUR/USD', path, halfSpread: 0n }).quotes];
    expect(all).toHaveLength(469 * 4);
    expect(all.every(({ bid, ask, last }) => bid < ask && last === undefined)).toBe(true);
  });

  test.each([
    ['time,price\n1,2\n', /first line must be/],
    ['time_unix_seconds,open,high,low,close,volume\n1504396800,10,12,9,NaN,1\n', /line 2: not a candle/],
    ['time_unix_seconds,open,high,low,close,volume\n1504396800,10,12,9\n', /line 2: not a candle/],
    ['trade_time_unix_ms,trade_id,price,quantity\nsoon,1,2,3\n', /line 2: not a trade/],
  ])('rejects %j and names file and line', (text, sentence) => {
    const path = join(folder, 'wrong.csv');
    writeFileSync(path, text);
    const read = () => [...openReplay({ symbol: 'BTC/USDT', path, halfSpread: 0n }).quotes];
    expect(read).toThrow(sentence);
    expect(read).toThrow(path);
  });
});

describe('the replay', () => {
  let database: TestDatabase;
  let pool: Pool;
  let markets: Market[];
  let reports: string[];

  beforeEach(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, { max: 5 });
    markets = [];
    reports = [];
  });
  afterEach(async () => {
    for (const market of markets) await market.stop();
    await pool.end();
    await database.drop();
  });

  async function replay(
    files: Readonly<Record<string, string>>,
    speed: number,
    halfSpread = 0n,
  ): Promise<Market> {
    const market = await startMarket({
      pool,
      feed: {
        kind: 'replay',
        files: Object.entries(files).map(([symbol, path]) => ({ symbol, path })),
        speed,
        halfSpread,
      },
      dataFolder: folder,
      role: 'lead',
      alone: true,
      owner: 'test',
      wallNow: () => Date.now(),
      clockWaitedFor: () => undefined,
      report: (text) => reports.push(text),
    });
    markets.push(market);
    return market;
  }
  async function ended(): Promise<void> {
    await vi.waitFor(() => expect(reports.join()).toMatch(/the feed ended/), {
      timeout: 15_000,
      interval: 20,
    });
    await vi.waitFor(() => expect(markets.at(-1)?.latest.get('BTC/USDT')?.halted).toBe(true));
  }
  async function stop(market: Market): Promise<void> {
    markets = markets.filter((one) => one !== market);
    await market.stop();
  }
  const wholeTape = async (symbol: string) => readEntries(pool, { symbol, fromSeq: 1n, limit: 100_000 });
  const candles = (market: Market, symbol: string, limit: number) =>
    market.candles.range({ symbol, periodMs: MINUTE_MS, fromMs: 0, toMs: 4e12, limit });

  test('writes each quote of two symbols to the tape once, despite repeated kills', async () => {
    const files = { 'BTC/USDT': BTC, 'ETH/USDT': ETH };
    let market = await replay(files, ANY_SPEED);
    for (let round = 1; round <= 3; round += 1) {
      const enough = BigInt(round * 900);
      await vi.waitFor(() => expect(market.latest.get('BTC/USDT')?.entry.seq ?? 0n).toBeGreaterThan(enough), {
        timeout: 10_000,
        interval: 5,
      });
      await stop(market);
      market = await replay(files, ANY_SPEED);
    }
    await ended();
    for (const [symbol, path] of Object.entries(files)) {
      const tape = await wholeTape(symbol);
      // They are followed by the entry that states that no more quotes will come.
      expect(tape.pop()?.cause).toEqual({ kind: 'halt', reason: 'feed_ended' });
      expect(tape).toHaveLength(2880 * 4);
      expect(tape.every((entry) => entry.timeMs === entry.feedTimeMs)).toBe(true);
      expect(await candles(market, symbol, 5000)).toEqual(candlesIn(path));
      expect(market.latest.get(symbol)).toMatchObject({ halted: true });
    }
    expect(market.rejections().size).toBe(0);
  });

  test('writes each of several trades in the same millisecond once across a restart, and derives the expected candles', async () => {
    const files = { 'BTC/USDT': TRADES };
    const first = await replay(files, ANY_SPEED, amount('0.01'));
    await vi.waitFor(() => expect(first.latest.get('BTC/USDT')?.entry.seq ?? 0n).toBeGreaterThan(2000n), {
      timeout: 10_000,
      interval: 2,
    });
    await stop(first);
    const second = await replay(files, ANY_SPEED, amount('0.01'));
    await ended();
    expect(await wholeTape('BTC/USDT')).toHaveLength(19_904 + 1);
    const expected = candlesIn(fixture('binance_spot_BTCUSDT_1m_derived_from_trades.csv'));
    const built = await candles(second, 'BTC/USDT', 100);
    expect(built.filter(({ startMs }) => startMs >= (expected[0]?.startMs ?? 0)).slice(0, 10)).toEqual(
      expected,
    );
  });

  test('runs the market clock in file time at the chosen speed, and continues after a restart', async () => {
    const files = { 'BTC/USDT': BTC };
    const firstMs = 1_504_396_800_000;
    const market = await replay(files, 600);
    expect(market.clock.now()).toBeGreaterThanOrEqual(firstMs);
    expect(market.clock.now()).toBeLessThan(firstMs + 600_000);
    await vi.waitFor(() => expect(market.latest.get('BTC/USDT')?.entry.seq).toBeGreaterThan(8n), 5000);
    expect(market.latest.get('BTC/USDT')?.entry.timeMs).toBeLessThanOrEqual(market.clock.now());
    await stop(market);
    const stood = market.latest.get('BTC/USDT')?.entry.timeMs ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    const again = await replay(files, 600);
    const resumed = again.clock.now();
    expect(resumed).toBeGreaterThanOrEqual(stood);
    expect(resumed).toBeLessThan(stood + 200_000);
  });

  test('pauses while the clock stands still, and continues once it runs again', async () => {
    const market = await replay({ 'BTC/USDT': BTC }, 600);
    await market.clock.set({ baseWallMs: Date.now(), baseMarketMs: market.clock.now(), speed: 0 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const held = market.latest.get('BTC/USDT')?.entry.seq;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(market.latest.get('BTC/USDT')?.entry.seq).toBe(held);
    await market.clock.set({ baseWallMs: Date.now(), baseMarketMs: market.clock.now(), speed: ANY_SPEED });
    await ended();
    expect(await wholeTape('BTC/USDT')).toHaveLength(2880 * 4 + 1);
  });

  test('rejects an unknown symbol and a missing file with a message', async () => {
    await expect(replay({ 'XXX/USDT': BTC }, 1)).rejects.toThrow(/no instrument XXX\/USDT/);
    await expect(replay({ BTCUSDT: join(folder, 'none.csv') }, 1)).rejects.toThrow(/none\.csv/);
  });
});
