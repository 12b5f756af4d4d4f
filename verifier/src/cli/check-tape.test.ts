/** Checks of a tape that grows during the check: they wait only a limited time for a signature at its end. */
import { beforeEach, expect, it } from 'vitest';
import type { KeyChange } from '../keys/follow-keys.ts';
import { madeChange } from '../testing/made-changes.ts';
import type { Shown } from '../testing/made-server.ts';
import { madeServer } from '../testing/made-server.ts';
import { SYMBOL, madeCheckpoints, madeEntries, rechained, signer } from '../testing/made-tape.ts';
import type { TapeEntry } from '../chain.ts';
import { checkTape } from './check-tape.ts';
import type { Known, Report } from './report.ts';

const key = signer();
const tape = madeEntries(Array.from({ length: 50 }, (_, at) => ({ time_ms: at * 1000 })));
const NOTHING: Known = { publicKey: undefined, kept: undefined };

/** The content that the platform publishes at first and after each wait. The last item is used for all further waits. */
let stages: Shown[];
let waits: number;

beforeEach(() => {
  waits = 0;
});

function shown(entries: readonly TapeEntry[], seqs: readonly number[]): Shown {
  return { entries, checkpoints: madeCheckpoints(entries, seqs, { key }), publicKey: key.publicKey };
}

function check(range: { from?: number; to?: number } = {}, known: Known = NOTHING): Promise<Report> {
  const server = madeServer(() => stages[Math.min(waits, stages.length - 1)] as Shown);
  const wait = () => {
    waits += 1;
    return Promise.resolve();
  };
  return checkTape(server, { symbol: SYMBOL, from: range.from ?? 1, to: range.to }, { known, wait });
}

function codes({ state, findings }: Report): string[] {
  return [state, ...findings.map(({ code, seq }) => `${code} ${seq}`)];
}

const upTo = (count: number) => tape.slice(0, count);

it.each<[string, Shown[], number]>([
  ['signed at its end', [shown(upTo(30), [10, 30])], 0],
  ['signed at its end a moment later', [shown(upTo(30), [10]), shown(upTo(33), [10, 30])], 1],
  ['signed after its end', [shown(upTo(30), [10]), shown(upTo(30), [10]), shown(upTo(40), [10, 38])], 2],
])('accepts a tape that was %s', async (_, given, waited) => {
  stages = given;
  expect(codes(await check())).toEqual(['proved']);
  expect(waits).toBe(waited);
});

it('accepts the requested range of a tape without reading the rest', async () => {
  stages = [shown(tape, [10, 20, 30, 40])];
  const report = await check({ from: 12, to: 25 });
  expect(codes(report)).toEqual(['proved']);
  expect(report.summary).toMatch(/^BTC\/USDT: 19 entries and 2 checkpoints are valid/);
  expect(report.checkpoints.map(({ seq }) => seq)).toEqual([20, 30]);
});

it('reports the end of a tape as unsigned if it is still unsigned after all waits', async () => {
  stages = [shown(upTo(30), [10])];
  expect(codes(await check())).toEqual(['contradicted', 'not_signed_in_time 30']);
  expect(waits).toBe(3);
});

it('rejects a tape if the checkpoint after its end signs different entries', async () => {
  const other = rechained(tape.with(20, { ...(tape[20] as TapeEntry), last: '99' }));
  stages = [shown(upTo(30), [10]), shown(other, [10, 30])];
  expect(codes(await check())).toEqual(['contradicted', 'checkpoint_hash_differs 30']);
  stages = [shown(upTo(30), [10]), shown(other, [10, 38])];
  waits = 0;
  expect(codes(await check())).toEqual(['contradicted', 'hash_differs 31']);
});

it('rejects a tape that differs from kept checkpoints outside the requested range or ends before those checkpoints', async () => {
  const other = rechained(tape.with(2, { ...(tape[2] as TapeEntry), last: '99' }));
  const checkpoints = madeCheckpoints(tape, [10, 45], { key }).map((one) => ({ symbol: SYMBOL, ...one }));
  const known = { publicKey: undefined, kept: { publicKey: key.publicKey, checkpoints } };
  stages = [shown(other.slice(0, 40), [30, 40])];
  expect(codes(await check({ from: 20, to: 30 }, known))).toEqual([
    'contradicted',
    'kept_hash_differs 10',
    'kept_entry_missing 45',
  ]);
});

const next = signer(8);
const change = madeChange([key, next], { number: 2, sinceMs: 30_000 });
/** A tape whose key was replaced after entry 31, made at second 30. */
function replaced(changes: readonly KeyChange[], old: readonly number[]): Shown {
  const signed = [...madeCheckpoints(tape, old, { key }), ...madeCheckpoints(tape, [40, 50], { key: next })];
  return { entries: tape, checkpoints: signed, publicKey: next.publicKey, changes };
}
const pinned: Known = { publicKey: undefined, kept: { publicKey: key.publicKey, checkpoints: [] } };

it('follows a kept key to its replacement, and a published key to its predecessor', async () => {
  stages = [replaced([change], [10, 31])];
  expect(codes(await check({}, pinned))).toEqual(['proved']);
  expect(codes(await check())).toEqual(['proved']);
});

it('rejects a replaced key without a statement that the previous key signed', async () => {
  const forged = { ...change, signedBefore: next.sign('x') };
  for (const changes of [[], [forged]]) {
    stages = [replaced(changes, [])];
    expect(codes(await check({}, pinned))).toEqual([
      'contradicted',
      ...['checkpoint_key_differs 40', 'checkpoint_key_differs 50', 'kept_key_differs null'],
    ]);
  }
});

it('rejects data that a replaced key signed after its change, as a thief of the key would', async () => {
  stages = [replaced([change], [10, 35])];
  expect(codes(await check({}, pinned))).toEqual(['contradicted', 'checkpoint_key_differs 35']);
});
