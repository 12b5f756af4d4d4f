/**
 * The tape's writer on a real database. Entries are chained, and durable before they are published. A replaced leader is
 * fenced.
 */
import type { Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { sha256Chain } from './chain-hash.ts';
import { createLatest } from './latest.ts';
import { takeLead } from './leader.ts';
import { readEntries, readHeads } from './tape-store.ts';
import type { Tape } from './tape.ts';
import { createTape } from './tape.ts';

const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];

let database: TestDatabase;
let pool: Pool;
let reports: string[];

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  reports = [];
});

function quote(symbol: string, price: string, timeMs: number): Quote {
  return {
    symbol,
    bid: amount(price),
    ask: amount(price) + 2_000_000n,
    volume: amount('0.5'),
    feedTimeMs: timeMs,
  };
}

function makeTape(
  timeOf = (one: Quote) => one.feedTimeMs,
  marketNow = () => 0,
): Tape & { fenced: () => number } {
  let fenced = 0;
  const tape = createTape({
    pool,
    hash: sha256Chain,
    latest: createLatest(),
    timeOf,
    marketNow,
    staleAfterMs: () => 5000,
    fillAgeMs: () => 1_000,
    wallNow: () => Date.now(),
    onFenced: () => {
      fenced += 1;
    },
    report: (text) => reports.push(text),
  });
  return { ...tape, fenced: () => fenced };
}

async function lead(tape: Tape): Promise<bigint> {
  const epoch = await takeLead(pool, { role: 'market', owner: 'test', atOnce: true });
  if (epoch === undefined) throw new Error('expected the role to be free, found it taken');
  await tape.lead(epoch, SYMBOLS);
  return epoch;
}

describe('the tape', () => {
  test('chains appended quotes, notifies listeners once the quotes are durable, and updates heads and minutes', async () => {
    const tape = makeTape();
    await lead(tape);
    const heard: TapeEntry[] = [];
    const durableWhenHeard: Promise<number>[] = [];
    tape.onEntries((entries) => {
      heard.push(...entries);
      durableWhenHeard.push(
        pool
          .query('select 1 from tape where symbol = any($1)', [SYMBOLS])
          .then((found) => found.rowCount ?? 0),
      );
    });
    const base = 1_700_000_040_000;
    await tape.append([quote('BTC/USDT', '100', base), quote('ETH/USDT', '10', base)]);
    await tape.append([quote('BTC/USDT', '103.5', base + 1000), quote('BTC/USDT', '99', base + 2000)]);
    await tape.append([quote('BTC/USDT', '101', base + 60_000)]);

    expect(heard.map((entry) => `${entry.symbol} ${entry.seq}`)).toEqual([
      'BTC/USDT 1',
      'ETH/USDT 1',
      'BTC/USDT 2',
      'BTC/USDT 3',
      'BTC/USDT 4',
    ]);
    expect(await durableWhenHeard[0]).toBeGreaterThanOrEqual(2);
    const stored = await readEntries(pool, { symbol: 'BTC/USDT', fromSeq: 1n, limit: 10 });
    expect(chainViolation(CHAIN_GENESIS, stored, sha256Chain)).toBeUndefined();
    expect(stored[0]?.last).toBe(amount('100.01'));
    const head = (await readHeads(pool)).find((one) => one.symbol === 'BTC/USDT');
    expect(head).toMatchObject({ seq: 4n, bid: amount('101'), halted: false });
    const { rows } = await pool.query(
      `select first_seq, last_seq, open, high, low, close, bid_low, ask_high, volume from tape_minute
       where symbol = 'BTC/USDT' order by minute_ms`,
    );
    expect(rows[0]).toEqual({
      first_seq: '1',
      last_seq: '3',
      open: '100.01000000',
      high: '103.51000000',
      low: '99.01000000',
      close: '99.01000000',
      bid_low: '99.00000000',
      ask_high: '103.52000000',
      volume: '1.50000000',
    });
    expect(rows).toHaveLength(2);
    await tape.follow();
  });

  test('continues after the newest entry and never goes back in time', async () => {
    const tape = makeTape(() => 5);
    await lead(tape);
    const before = tape.head('BTC/USDT');
    await tape.append([quote('BTC/USDT', '102', before?.feedTimeMs ?? 0)]);
    const after = tape.head('BTC/USDT');
    expect(after?.seq).toBe((before?.seq ?? 0n) + 1n);
    expect(after?.timeMs).toBe(before?.timeMs);
    await tape.follow();
  });

  test('keeps a symbol halted until its next entry', async () => {
    const tape = makeTape();
    await lead(tape);
    tape.halt('ETH/USDT', { kind: 'reject', reason: 'crossed', refused: 'ab'.repeat(32), count: 1 });
    await tape.append([quote('BTC/USDT', '102', Date.now())]);
    const find = async () => (await readHeads(pool)).find((head) => head.symbol === 'ETH/USDT');
    expect(await find()).toMatchObject({ halted: true, haltedBecause: 'crossed' });
    await tape.append([quote('ETH/USDT', '11', Date.now())]);
    expect(await find()).toMatchObject({ halted: false, haltedBecause: null });
    await tape.follow();
  });

  test('rejects quotes under a replaced leader, and reports the replacement', async () => {
    const old = makeTape();
    await lead(old);
    const next = makeTape();
    await lead(next);
    const before = (await readHeads(pool)).map((head) => head.seq);
    expect(await old.append([quote('BTC/USDT', '99', Date.now())])).toBe(false);
    expect(old.fenced()).toBe(1);
    expect((await readHeads(pool)).map((head) => head.seq)).toEqual(before);
    expect(await next.append([quote('BTC/USDT', '99', Date.now())])).toBe(true);
    await next.follow();
  });

  test('writes every quote exactly once when the database drops its connections', async () => {
    const tape = makeTape();
    await lead(tape);
    const start = tape.head('BTC/USDT')?.seq ?? 0n;
    const now = Date.now();
    const appended = Array.from({ length: 40 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 3));
      return tape.append([quote('BTC/USDT', '100', now)]);
    });
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const { default: pg } = await import('pg');
      const owner = new pg.Client({ connectionString: database.ownerUrl });
      await owner.connect();
      await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await owner.end();
    }
    expect(await Promise.all(appended)).toEqual(Array.from({ length: 40 }, () => true));
    const stored = await readEntries(pool, { symbol: 'BTC/USDT', fromSeq: 1n, limit: 1000 });
    expect(stored.at(-1)?.seq).toBe(start + 40n);
    expect(chainViolation(CHAIN_GENESIS, stored, sha256Chain)).toBeUndefined();
    await tape.follow();
  });

  test('rejects changing or deleting an entry as the serving role', async () => {
    await expect(pool.query('update tape set last = 1')).rejects.toThrow(/permission denied/);
    await expect(pool.query('delete from tape')).rejects.toThrow(/permission denied/);
    await expect(pool.query('update checkpoint set seq = 1')).rejects.toThrow(/permission denied/);
  });
});
