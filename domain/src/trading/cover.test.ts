/** The cover of open positions: stress loss, bounds and what is left of them. */
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
  ['half for a symbol and side', long, {}, '100', '50'],
  ['half, less what is open', long, { 'A long': '20' }, '100', '30'],
  ['the other side does not count', long, { 'A short': '50' }, '100', '50'],
  ['three quarters for a factor', long, { 'A long': '10', 'B short': '40' }, '100', '25'],
  ['opposite positions do not count for a factor', long, { 'B long': '40' }, '100', '50'],
  ['the whole cover for everything', long, { 'B long': '40', 'C long': '40' }, '100', '20'],
  ['a symbol counts once, with its greater side', long, { 'C long': '40', 'C short': '45' }, '100', '50'],
  ['without a factor', { symbol: 'C', side: 'short' }, { 'A long': '40', 'B short': '35' }, '100', '25'],
  ['nothing without cover', long, {}, '0', '0'],
  ['nothing with negative cover', long, {}, '-5', '0'],
  ['nothing when too much is open', long, { 'A long': '51' }, '100', '0'],
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
 * Sixteen writers. Each reads the committed count, adds to it in a batch and commits. A writer that finds too little room
 * counts exclusively.
 */
test('never exceeds the bound, however batches overlap', () => {
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
        // Exclusively: all others have committed, and none starts before this writer has committed.
        for (const other of [...open.keys()]) commit(other);
        if (adding <= coverLeft([{ max, used: committed, raised: 0n }])) committed += adding;
      }
      for (const writer of [...open.keys()]) commit(writer);
      expect(committed).toBeLessThanOrEqual(max);
    }),
  );
});
