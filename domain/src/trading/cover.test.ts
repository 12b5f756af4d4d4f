/** The cover of open positions: stress loss, and the room left within the bounds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { coverBounds, coveredQuantity, coverLeft, isRoomy, stressLoss } from './cover.ts';
import type { CoverBound, Factored } from './cover.ts';

const coin = { kind: 'crypto', contractSize: ONE, contractStep: amount('0.001') } as const;

test.each([
  ['crypto', '1', '2', '100', '1', '40'],
  ['metal', '100', '2', '2000', '1', '40000'],
  ['forex', '100000', '0.01', '151.25', '0.00661157', '49.99999813'],
  ['crypto', '1', '0.00000001', '0.00000001', '1', '0.00000001'],
] as const)(
  'computes the stress loss of a %s of size %s, %s at %s, rate %s: %s',
  (kind, size, quantity, price, rate, expected) => {
    const position = { quantity: amount(quantity), price: amount(price), rate: amount(rate) };
    expect(formatAmount(stressLoss({ kind, contractSize: amount(size) }, position))).toBe(expected);
  },
);

const symbols: readonly Factored[] = [
  { symbol: 'A', factors: [{ factor: 'up', sign: 1 }] },
  { symbol: 'B', factors: [{ factor: 'up', sign: -1 }] },
  { symbol: 'C', factors: [] },
];
type At = Parameters<typeof coverBounds>[0];
const leftOf = (at: At, counted: Readonly<Record<string, string>>, cover = '100'): string => {
  const bounds = coverBounds(at, {
    cover: amount(cover),
    symbols,
    counted: (symbol, side) => ({ value: amount(counted[`${symbol} ${side}`] ?? '0'), raised: 0n }),
  });
  return formatAmount(coverLeft(bounds));
};
const long = { symbol: 'A', side: 'long' } as const;

test.each<[string, At, Record<string, string>, string, string]>([
  ['half of the cover for a symbol and side', long, {}, '100', '50'],
  ['half of the cover, minus open positions', long, { 'A long': '20' }, '100', '30'],
  ['without counting the opposite side', long, { 'A short': '50' }, '100', '50'],
  ['three quarters of the cover for a factor', long, { 'A long': '10', 'B short': '40' }, '100', '25'],
  [
    'without counting positions that a factor moves in the opposite direction',
    long,
    { 'B long': '40' },
    '100',
    '50',
  ],
  ['the entire cover for all positions', long, { 'B long': '40', 'C long': '40' }, '100', '20'],
  [
    'with the greater side of each symbol counted in the total',
    long,
    { 'C long': '40', 'C short': '45' },
    '100',
    '50',
  ],
  [
    'a symbol without a factor',
    { symbol: 'C', side: 'short' },
    { 'A long': '40', 'B short': '35' },
    '100',
    '25',
  ],
  ['no room without cover', long, {}, '0', '0'],
  ['no room with negative cover', long, {}, '-5', '0'],
  ['no room if too much is open', long, { 'A long': '51' }, '100', '0'],
])('computes the room for a position: %s', (_, at, counted, cover, expected) => {
  expect(leftOf(at, counted, cover)).toBe(expected);
});

test('returns the greatest quantity that is covered', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      (price, left) => {
        const at = { price, rate: ONE, left };
        const quantity = coveredQuantity(coin, at);
        expect(quantity % coin.contractStep).toBe(0n);
        if (quantity > 0n) expect(stressLoss(coin, { quantity, price, rate: ONE })).toBeLessThanOrEqual(left);
      },
    ),
  );
});

/**
 * Simulates sixteen writers. Each reads the committed count, adds to it in a batch and commits. A writer that finds too little
 * room waits and then counts alone.
 */
test('never exceeds the limit in any order of concurrent batches', () => {
  const max = amount('1000');
  const step = fc.record({
    writer: fc.nat(15),
    adding: fc.bigInt({ min: 1n, max: amount('60') }),
    begins: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      let committed: Amount = 0n;
      const open = new Map<number, { readonly seen: Amount; raised: Amount }>();
      const commit = (writer: number) => {
        committed += open.get(writer)?.raised ?? 0n;
        open.delete(writer);
      };
      for (const { writer, adding, begins } of steps) {
        if (begins) commit(writer);
        let batch = open.get(writer);
        if (batch === undefined) open.set(writer, (batch = { seen: committed, raised: 0n }));
        const bound: CoverBound = { max, used: batch.seen + batch.raised, raised: batch.raised };
        if (isRoomy([bound], adding)) {
          batch.raised += adding;
          continue;
        }
        // Counting alone: all other writers have committed, and none starts before this one has committed.
        for (const other of [...open.keys()]) commit(other);
        if (adding <= coverLeft([{ max, used: committed, raised: 0n }])) committed += adding;
      }
      for (const writer of [...open.keys()]) commit(writer);
      expect(committed).toBeLessThanOrEqual(max);
    }),
  );
});
