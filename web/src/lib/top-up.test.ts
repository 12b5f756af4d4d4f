/** The amount that a ticket offers to move from the spot account. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundUpToTwoDigits, topUpOf } from './top-up.ts';

const of = (needed: string | undefined, available: string, spot: string): string | undefined => {
  const found = topUpOf({
    needed: needed === undefined ? undefined : amount(needed),
    available: amount(available),
    spot: amount(spot),
    first: amount('500'),
  });
  return found === undefined ? undefined : formatAmount(found);
};

test.each([
  [undefined, '0', '100000', '500'],
  [undefined, '0', '120.5', '120.5'],
  [undefined, '0', '0', undefined],
  [undefined, '3', '100000', undefined],
  ['317.2', '0', '100000', '330'],
  ['317.2', '300', '100000', '18'],
  ['317.2', '317.2', '100000', undefined],
  ['317.2', '300', '17.5', '17.5'],
  ['317.2', '300', '17.1', undefined],
])(
  'offers for an order of %s with %s available and %s in spot a transfer of %s',
  (needed, available, spot, offered) => {
    expect(of(needed, available, spot)).toBe(offered);
  },
);

test('never offers more than the spot account has, nor less than is missing', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(units, units, units, (needed, available, spot) => {
      const found = topUpOf({ needed, available, spot, first: undefined });
      if (found === undefined) return;
      expect(found).toBeLessThanOrEqual(spot);
      expect(found + available).toBeGreaterThanOrEqual(needed);
    }),
  );
});

test('rounds up to at most two digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (value) => {
      const rounded = roundUpToTwoDigits(value);
      expect(rounded).toBeGreaterThanOrEqual(value);
      expect(formatAmount(rounded).replaceAll(/[.0]/g, '').length).toBeLessThanOrEqual(2);
    }),
  );
});
