/** For random histories, the price index and the scanning oracle fire the same triggers in the same order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { extremeSince, isTrailing, TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { entryOf, gapAfter, isTime, triggerOf } from './testing/cases.ts';
import { ScanningIndex } from './oracle.ts';
import { PriceIndex } from './price-index.ts';

const symbols = ['BTC/USDT', 'ETH/USDT'] as const;
/** Generates few levels and few rows, so that equal levels, moved rows and repeated versions are common. */
const stepOf = fc.oneof(
  fc.record({
    do: fc.constant('put' as const),
    trigger: fc.record({
      symbol: fc.constantFrom(...symbols),
      kind: fc.constantFrom('spot_order', 'stop', 'trail'),
      book: fc.bigInt(1n, 3n),
      row: fc.bigInt(1n, 60n),
      version: fc.integer({ min: 1, max: 6 }),
      condition: fc.constantFrom(...TRIGGER_CONDITIONS),
      level: fc.bigInt(90n, 110n),
      /** The level for conditions that don't wait for a price. */
      distance: fc.bigInt(1n, 20n),
      afterMs: fc.bigInt(0n, 20_000n),
      armedSeq: fc.bigInt(0n, 40n),
      sinceMs: fc.option(fc.nat(20_000), { nil: undefined }),
    }),
  }),
  fc.record({
    do: fc.constant('remove' as const),
    row: fc.bigInt(1n, 60n),
    version: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    do: fc.constant('match' as const),
    symbol: fc.constantFrom(...symbols),
    bid: fc.bigInt(85n, 112n),
    last: fc.bigInt(85n, 112n),
    isGap: fc.boolean(),
    lateMs: fc.nat(2_000),
  }),
);

type Put = Extract<typeof stepOf extends fc.Arbitrary<infer Step> ? Step : never, { do: 'put' }>['trigger'];

function triggerOfPut({ distance, afterMs, sinceMs, ...put }: Put): Trigger {
  const trigger = sinceMs === undefined ? put : { ...put, sinceMs };
  if (isTime(trigger.condition)) return { ...trigger, level: afterMs };
  return trigger.condition.includes('_by') ? { ...trigger, level: distance } : trigger;
}

test('fires the same triggers as the oracle, in the same order', () => {
  fc.assert(
    fc.property(fc.array(stepOf, { maxLength: 300, size: 'max' }), (steps) => {
      const index = new PriceIndex();
      const oracle = new ScanningIndex();
      const tape: TapeEntry[] = [];
      for (const step of steps) {
        if (step.do === 'put') {
          const trigger = triggerOfPut(step.trigger);
          const extreme = extremeSince(trigger, tape);
          index.put(trigger, extreme);
          oracle.put(trigger, extreme);
        } else if (step.do === 'remove') {
          const row = { kind: 'spot_order', book: 1n, row: step.row };
          index.remove(row, step.version);
          oracle.remove(row, step.version);
        } else {
          const entry = entryOf({ symbol: step.symbol, seq: tape.length + 1, bid: '1', ask: '1' });
          const before = tape.findLast(({ symbol }) => symbol === step.symbol);
          const quote =
            step.isGap && before !== undefined
              ? gapAfter(before, entry)
              : {
                  ...{ ...entry, feedTimeMs: entry.timeMs - step.lateMs },
                  ...{ bid: step.bid, ask: step.bid + 2n, last: step.last },
                };
          tape.push(quote);
          expect(index.match(quote)).toEqual(oracle.match(quote));
        }
        expect(index.size).toBe(oracle.size);
      }
    }),
    { numRuns: 150 },
  );
});

/** Generates a wandering price, so that extremes of many ages accumulate, and triggers that trail it. */
const wanderOf = fc.record({
  move: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 1, arbitrary: fc.constant('gap' as const) },
  ),
  put: fc.option(
    fc.record({
      row: fc.bigInt(1n, 40n),
      condition: fc.constantFrom(...TRIGGER_CONDITIONS.filter(isTrailing)),
      level: fc.bigInt(1n, 25n),
      /** How many entries before the current one the trigger was armed; negative if it is armed at a later entry. */
      age: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 200 })),
      /** How many entries after its arming the customer requested the trigger. Quotes arrive two entries late. */
      later: fc.integer({ min: -2, max: 4 }),
    }),
    { freq: 4 },
  ),
  remove: fc.option(fc.bigInt(1n, 40n), { freq: 2 }),
});

/** Adds every waiting trigger, then extremes from the tape, as the engine does when it starts. */
function rebuilt(open: readonly Trigger[], tape: readonly TapeEntry[]): PriceIndex {
  const index = new PriceIndex();
  const last = BigInt(tape.length);
  for (const trigger of open) index.put(trigger);
  const armed = new Set(open.flatMap(({ armedSeq }) => (armedSeq <= last ? [Number(armedSeq)] : [])));
  expect(index.armedUpTo('BTC/USDT', last)).toEqual([...armed].toSorted((a, b) => a - b));
  index.begin(
    'BTC/USDT',
    last,
    (condition, seq) =>
      extremeSince({ ...triggerOf({ row: 1, level: '1', armed: seq }), condition }, tape) ?? fail(),
  );
  return index;
}

function fail(): never {
  throw new Error('expected nothing armed before the first entry of this tape');
}

test('fires trailing triggers on a wandering price as the oracle does, even after a rebuild at any time', () => {
  fc.assert(
    fc.property(
      fc.array(wanderOf, { minLength: 20, maxLength: 400, size: 'max' }),
      fc.integer({ min: 1, max: 100 }),
      (steps, rebuildEvery) => {
        let index = new PriceIndex();
        const oracle = new ScanningIndex();
        const tape: TapeEntry[] = [];
        const open = new Map<bigint, Trigger>();
        let bid = 1000n;
        for (const [at, { move, put, remove }] of steps.entries()) {
          if (move !== 'gap') bid += BigInt(move);
          const made = entryOf({ seq: at + 1, bid: '1', ask: '1' });
          const entry = { ...made, feedTimeMs: made.timeMs - 500, bid, ask: bid + 2n };
          const quote = move === 'gap' ? gapAfter(entry, entry) : entry;
          tape.push(quote);
          const fired = index.match(quote);
          expect(fired).toEqual(oracle.match(quote));
          for (const { row } of fired) open.delete(row);
          if (put !== null) {
            const { age, later, ...rest } = put;
            const armedSeq = BigInt(Math.max(1, at + 1 - age));
            const sinceMs = made.timeMs + later * 250;
            const trigger = {
              ...triggerOf({ row: 1, level: '1', version: at + 1 }),
              ...{ ...rest, armedSeq, sinceMs },
            };
            const extreme = extremeSince(trigger, tape);
            index.put(trigger, extreme);
            oracle.put(trigger, extreme);
            open.set(trigger.row, trigger);
          }
          if (remove !== null) {
            index.remove(triggerOf({ row: Number(remove), level: '1' }), at + 1);
            oracle.remove(triggerOf({ row: Number(remove), level: '1' }), at + 1);
            open.delete(remove);
          }
          expect(index.size).toBe(open.size);
          if (at % rebuildEvery === 0) index = rebuilt([...open.values()], tape);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('fires trailing triggers in the oracle’s order after a long fall with many removals', () => {
  const index = new PriceIndex();
  const oracle = new ScanningIndex();
  const trail = (row: number): Trigger =>
    triggerOf({ row, level: `${100 + (row % 7)}`, condition: 'bid_falls_by', armed: row });
  for (let seq = 1; seq <= 400; seq += 1) {
    const entry = entryOf({ seq, bid: `${1000 - seq / 8}`, ask: '1000' });
    for (const each of [index, oracle]) {
      expect(each.match(entry)).toEqual([]);
      each.put(trail(seq), entry.bid);
      if (seq % 10 !== 0) each.remove(trail(seq), 1);
    }
  }
  for (const [at, bid] of ['970', '880', '875', '990', '870', '865', '845', '700'].entries()) {
    const entry = entryOf({ seq: 401 + at, bid, ask: '1000' });
    expect(index.match(entry)).toEqual(oracle.match(entry));
  }
  expect(index.size).toBe(0);
});
