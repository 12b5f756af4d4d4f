/** The total value of a customer: which parts it has, and how each is rounded. */
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { amount, formatAmount } from '../money/amount.ts';
import type { Holding, Owed } from './valuation.ts';
import { nothingOwed, valueOfHoldings, worth, worthParts } from './valuation.ts';

const bids = new Map([
  ['BTC', amount('60000')],
  ['ETH', amount('0.33333333')],
]);
const bidOf = (currency: string) => bids.get(currency);
const has = (account: Holding['account'], currency: string, quantity: string): Holding => ({
  ...{ account, currency },
  amount: amount(quantity),
});
const owes = (due: string, loans: string): Owed => ({ due: amount(due), loans: amount(loans) });

test.each([
  ['nothing', [], '0', nothingOwed, {}, '0'],
  [
    'cash in every account, available and frozen',
    [
      ...[has('spot', 'USDT', '100'), has('spot_frozen', 'USDT', '10'), has('contract', 'USDT', '5')],
      ...[has('contract_frozen', 'USDT', '4'), has('option', 'USDT', '3'), has('option_frozen', 'USDT', '2')],
    ],
    '0',
    nothingOwed,
    { spot: '110', contract: '9', option: '5' },
    '124',
  ],
  [
    'coins at the bid',
    [has('spot', 'BTC', '0.5'), has('spot_frozen', 'BTC', '0.25')],
    '0',
    nothingOwed,
    { spot: '45000' },
    '45000',
  ],
  ['a coin without a price as zero', [has('spot', 'XYZ', '9')], '0', nothingOwed, {}, '0'],
  [
    'the principal in the fund',
    [has('spot', 'USDT', '95000'), has('fund_principal', 'USDT', '5000')],
    '0',
    nothingOwed,
    { spot: '95000', fund: '5000' },
    '100000',
  ],
  [
    'an open profit',
    [has('contract', 'USDT', '10')],
    '2.5',
    nothingOwed,
    { contract: '10', open_profit: '2.5' },
    '12.5',
  ],
  [
    'an open loss',
    [has('contract_frozen', 'USDT', '10')],
    '-2.5',
    nothingOwed,
    { contract: '10', open_profit: '-2.5' },
    '7.5',
  ],
  [
    'an amount that is due',
    [has('spot', 'USDT', '1')],
    '0',
    owes('0.7', '0'),
    { spot: '1', due: '0.7' },
    '1.7',
  ],
  [
    'a loan, as negative',
    [has('spot', 'USDT', '1000')],
    '0',
    owes('0', '1000.5'),
    { spot: '1000', loans: '-1000.5' },
    '-0.5',
  ],
  [
    'no experience credit',
    [has('promo', 'USDT', '70'), has('promo_frozen', 'USDT', '30')],
    '0',
    nothingOwed,
    {},
    '0',
  ],
] as const)('values %s', (_what, holdings, openProfit, owed, parts, total) => {
  const found = worth({ holdings, openProfit: amount(openProfit), owed }, bidOf);
  const shown = worthParts
    .filter((part) => found.parts[part] !== 0n)
    .map((part) => [part, formatAmount(found.parts[part])]);
  expect(Object.fromEntries(shown)).toEqual(parts);
  expect(formatAmount(found.total)).toBe(total);
});

test('returns the available part and the experience credit separately from the total', () => {
  const holdings = [
    ...[has('spot', 'BTC', '1'), has('spot_frozen', 'BTC', '1'), has('option', 'USDT', '7')],
    ...[has('fund_principal', 'USDT', '9'), has('promo', 'USDT', '3'), has('promo_frozen', 'USDT', '2')],
  ];
  const { available, experience } = worth({ holdings, openProfit: 1n, owed: owes('5', '2') }, bidOf);
  expect([available, experience].map(formatAmount)).toEqual(['60007', '5']);
});

test('keeps the total unchanged when an amount is frozen, however the value is rounded', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 14n });
  fc.assert(
    fc.property(units, units, (free, frozen) => {
      const split = [
        { account: 'spot', currency: 'ETH', amount: free } as const,
        { account: 'spot_frozen', currency: 'ETH', amount: frozen } as const,
      ];
      const whole = [{ account: 'spot', currency: 'ETH', amount: free + frozen } as const];
      expect(valueOfHoldings(split, bidOf)).toBe(valueOfHoldings(whole, bidOf));
    }),
  );
});

test('returns a total that is the sum of its parts', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 14n });
  const account = fc.constantFrom(
    ...(['spot', 'contract_frozen', 'option', 'fund_principal', 'promo'] as const),
  );
  const holding = fc.record({ account, currency: fc.constantFrom('USDT', 'BTC', 'ETH'), amount: units });
  const estate = fc.record({
    holdings: fc.array(holding, { maxLength: 12 }),
    openProfit: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    owed: fc.record({ due: units, loans: units }),
  });
  fc.assert(
    fc.property(estate, (one) => {
      const { total, parts } = worth(one, bidOf);
      expect(worthParts.reduce((sum, part) => sum + parts[part], 0n)).toBe(total);
    }),
  );
});
