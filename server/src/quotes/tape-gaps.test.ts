/** Gap entries on a real database. There is one per silence, and gap entries are not quoted, charted or traded at. */
import type { CandlePeriod } from '@candor/domain/market/candle.ts';
import { periodsMs } from '@candor/domain/market/candle.ts';
import { kindOf } from '@candor/domain/market/quote.ts';
import type { Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { createCandles } from './candles.ts';
import { sha256Chain } from './chain-hash.ts';
import { followOnce } from './follower.ts';
import { headsSql, readHeads as readHeadFacts } from './heads.ts';
import { createLatest, quotedBy } from './latest.ts';
import { takeLead } from './leader.ts';
import { entriesAtHead, readEntries, readHeads } from './tape-store.ts';
import type { Tape } from './tape.ts';
import { createTape } from './tape.ts';

const SYMBOL = 'BTC/USDT';
const START = Date.parse('2024-08-07T09:00:30Z');

let database: TestDatabase;
let pool: Pool;
let nowMs: number;
let fenced: number;

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  nowMs = START;
  fenced = 0;
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const chainOf = async () => readEntries(pool, { symbol: SYMBOL, fromSeq: 1n, limit: 10_000 });
const headOf = async () => (await readHeads(pool)).find((head) => head.symbol === SYMBOL);
async function lead(): Promise<Tape> {
  const tape = createTape({
    pool,
    hash: sha256Chain,
    latest: createLatest(),
    timeOf: () => nowMs,
    marketNow: () => nowMs,
    staleAfterMs: () => 60_000,
    fillAgeMs: () => 1_000,
    wallNow: () => Date.now(),
    onFenced: () => void (fenced += 1),
    report: (text) => expect.fail(text),
  });
  const epoch = await takeLead(pool, { role: 'market', owner: 'test', atOnce: true });
  await tape.lead(epoch ?? 0n, [SYMBOL, 'ETH/USDT']);
  return tape;
}
const quote = (price: string, symbol = SYMBOL): Quote => ({
  symbol,
  bid: amount(price),
  ask: amount(price) + 2_000_000n,
  volume: amount('0.5'),
  feedTimeMs: nowMs + 7,
});
/** Resolves when everything queued for the writer has been written or dropped. */
const written = (tape: Tape): Promise<boolean> => tape.append([quote('10', 'ETH/USDT')]);
async function gapAt(tape: Tape, timeMs: number): Promise<void> {
  nowMs = timeMs;
  tape.gap(SYMBOL);
  await written(tape);
}

test('appends one gap entry per silence, which repeats the price and halts the symbol until the next quote', async () => {
  const tape = await lead();
  await tape.append([quote('100')]);
  await gapAt(tape, START + 3000);
  expect((await headOf())?.seq).toBe(1n);
  await gapAt(tape, START + 3001);
  const quoted = { seq: 1n, timeMs: START };
  const repeated = {
    bid: amount('100'),
    ask: amount('100.02'),
    last: amount('100.01'),
    feedTimeMs: START + 7,
  };
  const gap = { seq: 2n, timeMs: START + 3001, ...repeated, gap: true, quoted, volume: 0n };
  expect(await headOf()).toMatchObject({ ...gap, halted: true, haltedBecause: 'gap' });
  await gapAt(tape, START + 6001);
  expect((await headOf())?.seq).toBe(2n);

  await gapAt(tape, START + 6002);
  expect(await headOf()).toMatchObject({ seq: 3n, timeMs: START + 6002, quoted });
  tape.halt(SYMBOL, { kind: 'halt', reason: 'feed_ended' });
  tape.halt(SYMBOL, { kind: 'halt', reason: 'feed_ended' });
  const refused = { kind: 'reject', reason: 'crossed', refused: 'ab'.repeat(32), count: 2 } as const;
  tape.halt(SYMBOL, refused);
  await written(tape);
  expect(await headOf()).toMatchObject({ seq: 5n, haltedBecause: 'crossed', quoted });

  await tape.append([quote('101')]);
  const head = await headOf();
  expect(head).toMatchObject({ seq: 6n, halted: false, haltedBecause: null });
  expect([head?.gap, head?.quoted]).toEqual([undefined, undefined]);

  const chain = await chainOf();
  expect(chain.map(kindOf)).toEqual(['quote', 'gap', 'gap', 'halt', 'reject', 'quote']);
  expect(chain[4]).toMatchObject({ ...repeated, cause: refused, volume: 0n });
  expect(chainViolation(CHAIN_GENESIS, chain, sha256Chain)).toBeUndefined();
  const hidden = chain.map(({ gap: _, ...entry }) => entry);
  expect(chainViolation(CHAIN_GENESIS, hidden, sha256Chain)).toEqual({ seq: 2n, why: 'hash_differs' });
  await tape.follow();
});

test('records a late refused quote at the quote’s feed time, but never ahead of the clock', async () => {
  const tape = await lead();
  await tape.append([quote('100')]);
  const refused = { kind: 'reject', reason: 'crossed', refused: 'ab'.repeat(32), count: 1 } as const;
  nowMs = START + 9000;
  const times: number[] = [];
  for (const heardMs of [START + 200, START + 100, START + 60_000, undefined]) {
    tape.halt(SYMBOL, refused, heardMs);
    await written(tape);
    times.push((await headOf())?.timeMs ?? 0);
  }
  expect(times).toEqual([START + 200, START + 200, START + 9000, START + 9000]);
  await tape.follow();
});

test('appends no gap entry before the first quote, after a quote that arrived meanwhile, or a second time', async () => {
  const tape = await lead();
  await gapAt(tape, START);
  expect((await headOf())?.seq).toBe(0n);
  await tape.append([quote('100')]);
  nowMs = START + 60_000;
  const quicker = tape.append([quote('101')]);
  tape.gap(SYMBOL);
  await quicker;
  await written(tape);
  nowMs += 60_000;
  tape.gap(SYMBOL);
  tape.gap(SYMBOL);
  await written(tape);
  expect((await chainOf()).map((entry) => entry.gap === true)).toEqual([false, false, true]);
  await tape.follow();
});

test('counts a gap entry in the minute of the quote that it repeats, and changes no candle', async () => {
  const tape = await lead();
  const grown = createCandles(pool);
  tape.onEntries(grown.take);
  await tape.append([quote('100'), quote('99')]);
  const minutes = async () =>
    (await pool.query(`select * from tape_minute where symbol = $1`, [SYMBOL])).rows;
  const [before] = await minutes();
  await gapAt(tape, START + 10 * MINUTE_MS);
  await gapAt(tape, START + 11 * MINUTE_MS);
  expect(await minutes()).toEqual([{ ...before, last_seq: '4' }]);

  const head = await headOf();
  const loaded = createCandles(pool);
  await loaded.load([{ symbol: SYMBOL, timeMs: quotedBy(head!).timeMs }]);
  for (const period of Object.keys(periodsMs) as CandlePeriod[]) {
    const live = grown.live(SYMBOL, period);
    expect(live).toMatchObject({ close: amount('99.01'), volume: amount('1') });
    expect(loaded.live(SYMBOL, period), period).toEqual(live);
  }
  expect(loaded.day(SYMBOL)).toEqual(grown.day(SYMBOL));
  // A quote and a gap entry are in one batch, and another quote is in the minute of the gap entry.
  const together = tape.append([quote('98')]);
  await together;
  nowMs += 3001;
  tape.gap(SYMBOL);
  await tape.append([quote('97')]);
  expect((await minutes()).map((row: Record<string, string>) => [row['first_seq'], row['last_seq']])).toEqual(
    [
      ['1', '4'],
      ['5', '7'],
    ],
  );
  await tape.follow();
});

test('reports a gap entry at the head as stale with the quote before it, to readers and followers', async () => {
  const tape = await lead();
  await tape.append([quote('100')]);
  const latest = createLatest();
  await followOnce({ pool, latest, publish: () => undefined });
  expect(latest.get(SYMBOL)).toMatchObject({ halted: false });
  await gapAt(tape, START + 5000);
  const heard: TapeEntry[] = [];
  await followOnce({ pool, latest, publish: (entries) => heard.push(...entries) });
  expect(heard.filter(({ symbol }) => symbol === SYMBOL)).toMatchObject([{ seq: 2n, gap: true }]);
  expect(latest.get(SYMBOL)).toMatchObject({ halted: true, entry: { bid: amount('100') } });
  const { rows } = await pool.query<(string | null)[]>({ text: headsSql, rowMode: 'array' });
  const facts = readHeadFacts(rows).heads.find(({ symbol }) => symbol === SYMBOL);
  expect(facts).toMatchObject({ seq: 2n, stale: true, quoted: { seq: 1n, timeMs: START } });
  // Only quotes determine the position in a history.
  const head = await headOf();
  expect(await entriesAtHead(pool, SYMBOL, head!)).toBe(1);
  await tape.follow();
});

test('rejects gap entries from a replaced leader', async () => {
  const old = await lead();
  await old.append([quote('100')]);
  const next = await lead();
  nowMs += 10_000;
  old.gap(SYMBOL);
  await vi.waitFor(() => expect(fenced).toBe(1));
  expect((await headOf())?.seq).toBe(1n);
  await gapAt(next, nowMs);
  expect((await headOf())?.seq).toBe(2n);
  await next.follow();
});

test('the database rejects a head at a gap entry that is not halted', async () => {
  const tape = await lead();
  await tape.append([quote('100')]);
  await gapAt(tape, START + 5000);
  await tape.follow();
  await expect(pool.query('update tape_head set halted = false')).rejects.toThrow(/tape_head_gap_is_halted/);
});
