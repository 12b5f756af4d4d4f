/** The state that a device stores about the price tapes. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeptState } from './kept-state.ts';
import {
  CONTRADICTIONS_MAX,
  KEPT_OF_SYMBOL_MAX,
  KEPT_SYMBOLS_MAX,
  keptForVerifier,
  keptOf,
  nothingKept,
  readKept,
  withContradictions,
  withSeen,
} from './kept-state.ts';

const key = 'ab'.repeat(32);
const checkpoint = (seq: number) => ({
  seq,
  hash: seq.toString(16).padStart(64, '0'),
  time: 1_700_000_000 + seq,
  public_key: key,
  signature: 'cd'.repeat(64),
});
const seen = (state: KeptState, symbol: string, seq: number, at = seq): KeptState =>
  withSeen(state, { symbol, publicKey: key, checkpoints: [checkpoint(seq)] }, at);
const seenAll = (seqs: readonly number[]): KeptState =>
  seqs.reduce((state, seq) => seen(state, 'BTC/USDT', seq), nothingKept);

describe('withSeen', () => {
  test('stores the key with the time at which it was first seen', () => {
    const state = seen(nothingKept, 'BTC/USDT', 20, 1234);
    expect([state.publicKey, state.keySince]).toEqual([key, 1234]);
    expect(keptOf(state, 'BTC/USDT')).toEqual([{ ...checkpoint(20), symbol: 'BTC/USDT', kept_at: 1234 }]);
  });

  test('returns an unchanged state, with the time of the first sighting, when a checkpoint is seen again', () => {
    const state = seen(nothingKept, 'BTC/USDT', 20, 1000);
    expect(seen(state, 'BTC/USDT', 20, 2000)).toBe(state);
  });

  test('keeps the first key when a different key is seen', () => {
    const state = seen(nothingKept, 'BTC/USDT', 20);
    const other = { symbol: 'BTC/USDT', publicKey: 'ef'.repeat(32), checkpoints: [checkpoint(40)] };
    expect(withSeen(state, other, 50)).toBe(state);
  });

  test('keeps the first and the newest checkpoint, and an evenly spaced selection of the checkpoints between them', () => {
    const state = seenAll(Array.from({ length: 400 }, (_, at) => at * 20 + 1));
    const seqs = keptOf(state, 'BTC/USDT').map(({ seq }) => seq);
    expect(seqs).toHaveLength(KEPT_OF_SYMBOL_MAX);
    expect([seqs.at(0), seqs.at(-1)]).toEqual([1, 7981]);
    const steps = seqs.slice(1).map((seq, at) => seq - (seqs[at] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(4 * (7981 / KEPT_OF_SYMBOL_MAX));
  });

  test('keeps an ascending, bounded subset of the checkpoints, in whatever order they were seen', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }), (order) => {
        const kept = keptOf(seenAll(order), 'BTC/USDT').map(({ seq }) => seq);
        expect(kept).toEqual(kept.toSorted((one, other) => one - other));
        expect(kept.length).toBeLessThanOrEqual(KEPT_OF_SYMBOL_MAX);
        expect(order).toEqual(expect.arrayContaining(kept));
        expect(kept.at(-1)).toBe(Math.max(...order));
      }),
    );
  });

  test('keeps the state below a quarter of a megabyte with the maximum number of symbols and checkpoints', () => {
    let state = nothingKept;
    for (let symbol = 0; symbol < KEPT_SYMBOLS_MAX + 10; symbol += 1) {
      for (let seq = 1; seq <= KEPT_OF_SYMBOL_MAX + 2; seq += 1) {
        state = seen(state, `COIN${symbol}/USDT`, seq * 100, symbol * 1000 + seq);
      }
    }
    expect(new Set(state.checkpoints.map(({ symbol }) => symbol)).size).toBe(KEPT_SYMBOLS_MAX);
    // The symbols that were not seen for the longest time have been removed.
    expect(keptOf(state, 'COIN0/USDT')).toEqual([]);
    expect(keptOf(state, 'COIN57/USDT')).toHaveLength(KEPT_OF_SYMBOL_MAX);
    expect(JSON.stringify(state).length).toBeLessThan(262_144);
  });
});

describe('readKept', () => {
  test('returns an equal state for a written state', () => {
    const state = withContradictions(
      seen(nothingKept, 'BTC/USDT', 20),
      { symbol: 'BTC/USDT', findings: [{ code: 'kept_hash_differs', seq: 20, params: { kept: 'a' } }] },
      30,
    );
    expect(readKept(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  test.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { publicKey: 7 },
    { publicKey: 'short', checkpoints: [checkpoint(1)] },
  ])('returns an empty state for %o', (stored) => {
    expect(readKept(stored)).toEqual(nothingKept);
  });

  test('drops invalid records and keeps the valid ones', () => {
    const state = seen(nothingKept, 'BTC/USDT', 20);
    const spoilt = [{ seq: 'x' }, null, { ...state.checkpoints[0], hash: '<script>' }];
    const stored = {
      ...state,
      checkpoints: [...spoilt, ...state.checkpoints],
      contradictions: [{ code: 1 }],
    };
    expect(readKept(stored)).toEqual(state);
  });
});

describe('withContradictions', () => {
  const found = (seq: number | null, symbol = 'BTC/USDT') => ({
    symbol,
    findings: [{ code: seq === null ? 'kept_key_differs' : 'kept_hash_differs', seq, params: {} } as const],
  });

  test('stores a repeated contradiction once, and a changed key once for all tapes', () => {
    const state = withContradictions(nothingKept, found(20), 1);
    expect(withContradictions(state, found(20), 2)).toBe(state);
    const both = withContradictions(state, found(20, 'ETH/USDT'), 2);
    expect(both.contradictions).toHaveLength(2);
    const keyed = withContradictions(both, found(null), 3);
    expect(withContradictions(keyed, found(null, 'ETH/USDT'), 4)).toBe(keyed);
  });

  test('keeps the first contradictions when there are more than the maximum', () => {
    let state = nothingKept;
    for (let seq = 1; seq < 3 * CONTRADICTIONS_MAX; seq += 1)
      state = withContradictions(state, found(seq), seq);
    expect(state.contradictions).toHaveLength(CONTRADICTIONS_MAX);
    expect(state.contradictions[0]?.seq).toBe(1);
  });
});

test('returns the key and the checkpoints of one symbol for the verifier', () => {
  const state = seen(seen(nothingKept, 'BTC/USDT', 20), 'ETH/USDT', 30);
  expect(keptForVerifier(nothingKept, 'BTC/USDT')).toBeUndefined();
  expect(keptForVerifier(state, 'ETH/USDT')?.checkpoints.map(({ seq }) => seq)).toEqual([30]);
});
