/** The whole market on a real database: startup, public calls, signatures, change of leader and restart. */
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { CHAIN_GENESIS, chainViolation, checkpointText } from '@candor/domain/market/tape.ts';
import { calls } from '@candor/protocol/features.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import type { CallContext } from '../calls/handler.ts';
import { marketHandlers } from '../features/market/handlers.ts';
import { sha256Chain } from './chain-hash.ts';
import type { Market, MarketDeps } from './market.ts';
import { startMarket } from './market.ts';
import { readEntries } from './tape-store.ts';

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
  folder = mkdtempSync(join(tmpdir(), 'market-'));
  markets = [];
  reports = [];
});
afterEach(async () => {
  for (const market of markets) await market.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function start(changes: Partial<MarketDeps> = {}): Promise<Market> {
  const market = await startMarket({
    pool,
    feed: { kind: 'simulated', seed: '1', history: false, quotesPerSecond: 4 },
    dataFolder: folder,
    role: 'lead',
    alone: true,
    owner: 'test',
    wallNow: () => Date.now(),
    clockWaitedFor: () => undefined,
    report: (text) => reports.push(text),
    ...changes,
  });
  markets.push(market);
  return market;
}

async function stop(market: Market): Promise<void> {
  markets = markets.filter((one) => one !== market);
  await market.stop();
}

test('shows every instrument of a new demo with the day’s figures, and a tape that verifies', async () => {
  const market = await start({ feed: { kind: 'simulated', seed: '1', quotesPerSecond: 4 } });
  const heard: TapeEntry[] = [];
  market.tape.onEntries((entries) => heard.push(...entries));
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(20), 5000);

  const quotations = await marketHandlers(market.shown)['GET currency/quotation_new']({}, visitor);
  if (!quotations.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(v.safeParse(calls['GET currency/quotation_new'].output, quotations.value).issues).toBeUndefined();
  expect(quotations.value).toHaveLength(22);
  const bitcoin = quotations.value[0];
  expect(bitcoin).toMatchObject({ symbol: 'BTC/USDT', spot: true, open: true, closed_because: null });
  expect(bitcoin?.spark.length).toBeGreaterThan(40);

  for (const [period, least] of [
    ['1m', 300],
    ['15m', 300],
    ['4h', 150],
    ['1D', 300],
    ['1W', 100],
  ] as const) {
    const input = { symbol: 'BTC/USDT', period, from: undefined, to: undefined };
    const candles = await marketHandlers(market.shown)['GET currency/new_timeshar'](input, visitor);
    if (!candles.ok) throw new Error('expected the call to succeed, found a refusal');
    expect(candles.value.length, period).toBeGreaterThanOrEqual(least);
    expect(v.safeParse(calls['GET currency/new_timeshar'].output, candles.value).issues).toBeUndefined();
    const times = candles.value.map((candle) => candle.time);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  }

  const entries = await readEntries(pool, { symbol: 'BTC/USDT', fromSeq: 1n, limit: 1000 });
  expect(chainViolation(CHAIN_GENESIS, entries, sha256Chain)).toBeUndefined();
  await stop(market);
  const checkpoints = await marketHandlers(market.shown)['GET tape/checkpoints'](
    { symbol: 'BTC/USDT', from_seq: undefined, limit: undefined },
    visitor,
  );
  if (!checkpoints.ok) throw new Error('expected the call to succeed, found a refusal');
  const checkpoint = checkpoints.value.checkpoints.at(-1);
  if (checkpoint === undefined) throw new Error('expected a signed checkpoint, found none');
  const text = checkpointText({
    symbol: 'BTC/USDT',
    seq: BigInt(checkpoint.seq),
    hashHex: checkpoint.hash,
    timeSeconds: checkpoint.time,
  });
  const x = Buffer.from(checkpoints.value.public_key, 'hex').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = Buffer.from(checkpoint.signature, 'hex');
  expect(verify(null, Buffer.from(text), publicKey, signature)).toBe(true);
  expect(verify(null, Buffer.from(text.replace('BTC', 'ETH')), publicKey, signature)).toBe(false);
});

test('rejects an unknown pair', async () => {
  const market = await start();
  const input = { symbol: 'XXX/USDT', from_seq: undefined, limit: undefined };
  expect(await marketHandlers(market.shown)['GET tape'](input, visitor)).toMatchObject({
    ok: false,
    refusal: { code: 'pair_not_found' },
  });
});

test('continues after the newest entry of the tape when restarted', async () => {
  const first = await start();
  await vi.waitFor(() => expect(first.latest.get('BTC/USDT')?.entry.seq).toBeGreaterThan(3n), 5000);
  await stop(first);
  const before = first.latest.get('BTC/USDT')?.entry;
  const second = await start();
  await vi.waitFor(() => {
    expect(second.latest.get('BTC/USDT')?.entry.seq).toBeGreaterThan((before?.seq ?? 0n) + 3n);
  }, 5000);
  const entries = await readEntries(pool, { symbol: 'BTC/USDT', fromSeq: 1n, limit: 1000 });
  expect(chainViolation(CHAIN_GENESIS, entries, sha256Chain)).toBeUndefined();
  expect(second.publicKey).toEqual(first.publicKey);
});

test('publishes the leader’s entries in a standby process, which then takes over', async () => {
  const leader = await start();
  const standby = await start({ alone: false });
  expect(standby.epoch()).toBeUndefined();
  const heard: bigint[] = [];
  standby.tape.onEntries((entries) => {
    heard.push(...entries.filter((entry) => entry.symbol === 'BTC/USDT').map((entry) => entry.seq));
  });
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(3), 5000);
  expect(leader.epoch()).toBeDefined();
  await stop(leader);
  await vi.waitFor(() => expect(standby.epoch()).toBe(2n), 5000);
  const handedOver = standby.latest.get('BTC/USDT')?.entry.seq ?? 0n;
  await vi.waitFor(() => {
    expect(standby.latest.get('BTC/USDT')?.entry.seq).toBeGreaterThan(handedOver + 2n);
  }, 5000);
  expect(heard).toEqual(heard.map((_, at) => (heard[0] ?? 0n) + BigInt(at)));
});

test('reports instruments as stale and closed when a feed stalls', async () => {
  await stop(await start());
  const later = await start({ role: 'follow', wallNow: () => Date.now() + 6_000 });
  const quotations = await marketHandlers(later.shown)['GET currency/quotation_new']({}, visitor);
  if (!quotations.ok) throw new Error('expected the call to succeed, found a refusal');
  expect(quotations.value[0]).toMatchObject({ symbol: 'BTC/USDT', open: false, closed_because: 'stale' });
});

test('refuses to continue a tape that fails verification', async () => {
  const first = await start();
  await vi.waitFor(() => expect(first.latest.get('BTC/USDT')?.entry.seq).toBeGreaterThan(3n), 5000);
  await stop(first);
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`alter table tape disable trigger tape_append_only;
    update tape set last = last + 1 where symbol = 'BTC/USDT' and seq = 2;
    alter table tape enable trigger tape_append_only`);
  await owner.end();
  const second = await start();
  expect(second.epoch()).toBeUndefined();
  expect(reports.join()).toMatch(/found a violation at 2: hash_differs/);
});

test('writes the steps missed in a stall and a restart at their original times', async () => {
  let skewMs = 0;
  const wallNow = (): number => Date.now() + skewMs;
  const isUpToDate = (market: Market): boolean =>
    wallNow() - (market.latest.get('BTC/USDT')?.entry.timeMs ?? 0) < 2000;
  const first = await start({ wallNow });
  await vi.waitFor(() => expect(first.latest.get('BTC/USDT')?.entry.seq).toBeGreaterThan(2n), 5000);
  skewMs += 20_000;
  await vi.waitFor(() => expect(isUpToDate(first)).toBe(true), 10_000);
  await stop(first);
  skewMs += 40_000;
  const second = await start({ wallNow });
  await vi.waitFor(() => expect(isUpToDate(second)).toBe(true), 10_000);
  await stop(second);
  const entries = await readEntries(pool, { symbol: 'BTC/USDT', fromSeq: 1n, limit: 1000 });
  expect(entries.length).toBeGreaterThan(240);
  const apart = entries.slice(1).map(({ timeMs }, at) => timeMs - (entries[at]?.timeMs ?? 0));
  expect(new Set(apart)).toEqual(new Set([250]));
  expect(entries.every(({ timeMs, feedTimeMs }) => timeMs === feedTimeMs)).toBe(true);
  const runs = await pool.query('select from market_run');
  expect(runs.rows).toHaveLength(1);
});
