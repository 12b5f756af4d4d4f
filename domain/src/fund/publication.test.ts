/** The daily rates: examples, and properties that hold for any day. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { incomeOf, partOf, rateDayOf } from './income.ts';
import { DAY_MS } from '../time.ts';
import type { FundSpan } from './income.ts';
import { publishDay } from './publication.ts';
import type { FundHolding } from './publication.ts';

/** A holding whose principal was in the fund for the full day. */
const allDay = (principal: Amount): bigint => principal * BigInt(DAY_MS);

const holding = (
  project: number,
  principal: string,
  rates: { readonly min?: string; readonly max?: string; readonly version?: number } = {},
): FundHolding => ({
  project,
  termsVersion: rates.version ?? 0,
  rateMin: amount(rates.min ?? '0.01'),
  rateMax: amount(rates.max ?? '0.02'),
  principalMs: allDay(amount(principal)),
});

const one = [holding(1, '1000000')];
const both = [holding(1, '1000000'), holding(2, '500000', { min: '0.03', max: '0.04' })];
const third = [holding(1, '30', { max: '0.03' })];
/** One unit of principal for one millisecond. */
const least = [{ ...holding(1, '0'), principalMs: 1n }];
/** One million for half a day, and half a million for the full day. */
const late = [holding(1, '1000000'), holding(2, '500000')];

/** Columns: case; result, balance and capital in USDT; holdings; expected "rate rate · wanted, reserved, covered". */
test.each([
  [
    'a result that exactly pays the maximum rates',
    '20000',
    '90000',
    '0',
    one,
    '0.02 · 20000, 20000, covered',
  ],
  ['a result above the maximum rates', '90000', '90000', '0', one, '0.02 · 20000, 20000, covered'],
  [
    'a result that pays half of the maximum rates',
    '10000',
    '90000',
    '0',
    one,
    '0.01 · 20000, 10000, covered',
  ],
  [
    'a result one unit below the maximum rates',
    '19999.99999999',
    '90000',
    '0',
    one,
    '0.01999999 · 20000, 19999.99, covered',
  ],
  [
    'two tiers, in proportion to their maximum rates',
    '10000',
    '90000',
    '0',
    both,
    '0.005 0.01 · 40000, 10000, covered',
  ],
  ['a day with a loss', '-1', '90000', '0', both, '0 0 · 40000, 0, covered'],
  ['a day without a result', '0', '90000', '0', both, '0 0 · 40000, 0, covered'],
  ["a result above the account's balance", '10000', '5000', '0', one, '0.005 · 20000, 5000, not covered'],
  ['an account that exactly covers the minimum rates', '0', '10000', '0', one, '0 · 20000, 0, covered'],
  [
    'an account one unit below the minimum rates',
    '0',
    '9999.99999999',
    '0',
    one,
    '0 · 20000, 0, not covered',
  ],
  [
    'little principal compared with the capital',
    '10000',
    '90000',
    '1000000',
    third,
    '0.01 · 0.9, 0.3, covered',
  ],
  ['much principal compared with the capital', '10000', '90000', '1000', one, '0.01 · 20000, 10000, covered'],
  [
    'principal that was in the fund for half a day',
    '15000',
    '90000',
    '0',
    late,
    '0.01 0.01 · 30000, 15000, covered',
  ],
  ['one unit of principal for a millisecond', '1', '90000', '0', least, '0.02 · 0.00000001, 0, covered'],
  ['nothing in progress', '10000', '10000', '1000000', [holding(1, '0')], '0.01 · 0, 0, covered'],
  ['nothing in progress, capital unknown', '10000', '10000', '0', [holding(1, '0')], '0 · 0, 0, covered'],
  ['nothing in progress, no result', '0', '0', '0', [holding(1, '0')], '0 · 0, 0, covered'],
  ['nothing in progress, a loss', '-5', '0', '1000000', [holding(1, '0')], '0 · 0, 0, covered'],
  ['no tier', '5', '5', '1000000', [], ' · 0, 0, covered'],
  [
    'two versions of one tier, of which the older has a higher maximum rate',
    '15000',
    '90000',
    '0',
    [holding(1, '500000', { max: '0.04' }), holding(1, '500000', { max: '0.02', version: 3 })],
    '0.02 0.01 · 30000, 15000, covered',
  ],
  [
    'capital that is counted with the newest version of the lowest tier',
    '10000',
    '90000',
    '1000000',
    [
      holding(2, '0', { max: '0.05' }),
      holding(1, '0', { max: '0.08' }),
      holding(1, '0', { max: '0.02', version: 2 }),
    ],
    '0.025 0.04 0.01 · 0, 0, covered',
  ],
] as const)('computes the rates of a day: %s', (_, result, balance, capital, holdings, expected) => {
  const day = { result: amount(result), balance: amount(balance), capital: amount(capital), holdings };
  const { rates, wanted, reserved, covered } = publishDay(day);
  const shown = rates.map(({ rate }) => formatAmount(rate)).join(' ');
  expect(
    `${shown} · ${formatAmount(wanted)}, ${formatAmount(reserved)}, ${covered ? '' : 'not '}covered`,
  ).toBe(expected);
});

test('throws on a negative account balance', () => {
  expect(() => publishDay({ result: 0n, balance: -1n, capital: 0n, holdings: [] })).toThrow('found -1');
});

const money = (max: bigint) => fc.bigInt({ min: 0n, max });
const anyHolding = fc.record({
  project: fc.integer({ min: 1, max: 6 }),
  termsVersion: fc.integer({ min: 0, max: 3 }),
  rateMin: money(ONE / 50n),
  rateMax: fc.bigInt({ min: ONE / 50n, max: ONE / 20n }),
  principalMs: money(10n ** 17n * BigInt(DAY_MS)),
});
const anyDay = fc.record({
  result: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 15n }),
  balance: money(10n ** 15n),
  capital: money(10n ** 15n),
  holdings: fc.array(anyHolding, { maxLength: 9 }),
});

test("pays at most the day's result and the account's balance, at most the maximum rates, and nothing after a loss", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const { rates, wanted, reserved } = publishDay(day);
      const pool = [day.result, day.balance].reduce((a, b) => (a < b ? a : b));
      expect(reserved <= (pool > 0n ? pool : 0n)).toBe(true);
      expect(reserved <= wanted).toBe(true);
      for (const { rate, rateMax } of rates) expect(rate >= 0n && rate <= rateMax).toBe(true);
      if (day.result <= 0n) expect(rates.every(({ rate }) => rate === 0n)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('pays the same rate to all orders in a tier, and the same fraction of the maximum rate in every tier', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const { rates } = publishDay(day);
      for (const a of rates) {
        for (const b of rates) {
          if (a.rateMax === b.rateMax) expect(a.rate).toBe(b.rate);
          // Each rate is rounded down, so after scaling the rates differ by less than a unit.
          const apart = a.rate * b.rateMax - b.rate * a.rateMax;
          expect(apart < a.rateMax && -apart < a.rateMax + b.rateMax).toBe(true);
        }
      }
    }),
    { numRuns: 500 },
  );
});

/** Orders that start and end around a day or within it, including the first and last millisecond of the day. */
const DAY = 20_454;
const anyOrder = fc.record({
  principal: money(10n ** 14n),
  span: fc.record({
    countsFromMs: fc.oneof(
      fc.integer({ min: (DAY - 4) * DAY_MS, max: (DAY + 2) * DAY_MS }),
      fc.constantFrom(DAY * DAY_MS, DAY * DAY_MS + 1, (DAY + 1) * DAY_MS - 1, (DAY - 2) * DAY_MS),
    ),
    days: fc.integer({ min: 1, max: 4 }),
  }),
});

test('reserves enough for all orders, regardless of the parts of the day for which they were in the fund', () => {
  fc.assert(
    fc.property(
      fc.array(anyOrder, { minLength: 1, maxLength: 20 }),
      anyDay,
      (orders, { result, balance, capital }) => {
        const parts = orders.map(({ principal, span }) => ({ principal, partMs: partOf(span, DAY) }));
        const principalMs = parts.reduce((sum, of) => sum + of.principal * BigInt(of.partMs), 0n);
        const [published] = publishDay({
          ...{ result, balance, capital },
          holdings: [{ project: 1, termsVersion: 0, rateMin: 0n, rateMax: ONE / 50n, principalMs }],
        }).rates;
        if (published === undefined) throw new Error('expected a rate, found none');
        const paid = parts.map(({ principal, partMs }) => incomeOf(principal, published.rate, partMs));
        const left = published.reserved - paid.reduce((sum, income) => sum + income, 0n);
        expect(left >= 0n && left < BigInt(orders.length)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('pays an order that starts late in the day only for the rest of the day', () => {
  const span = (countsFromMs: number): FundSpan => ({ countsFromMs, days: 3 });
  const first = { principal: amount('600000'), partMs: partOf(span(DAY * DAY_MS), DAY) };
  const joinedMs = (DAY + 1) * DAY_MS - 30_000;
  const late30s = { principal: amount('5000000'), partMs: partOf(span(joinedMs), DAY) };
  const shareOf = (orders: readonly (typeof first)[]) => {
    const principalMs = orders.reduce((sum, of) => sum + of.principal * BigInt(of.partMs), 0n);
    const { rates } = publishDay({
      ...{ result: amount('13900.88'), balance: amount('90000'), capital: 0n },
      // The day's result is too small for the maximum rates, so every additional holding lowers the rate of the others.
      holdings: [{ project: 1, termsVersion: 0, rateMin: 0n, rateMax: ONE / 10n, principalMs }],
    });
    return orders.map(({ principal, partMs }) => incomeOf(principal, rates[0]?.rate ?? 0n, partMs));
  };
  const [alone = 0n] = shareOf([first]);
  const [kept = 0n, taken = 0n] = shareOf([first, late30s]);
  // Five million for thirty seconds have a weight of 0.29 per cent next to six hundred thousand for the day; counted for the
  // full day, the weight would be 89 per cent.
  expect(taken * 10_000n).toBeLessThan(alone * 29n);
  expect(alone - kept - taken).toBeLessThan(amount('0.1'));
  // Both orders are paid the same income per unit and millisecond.
  const worth = (income: Amount, of: typeof first) =>
    (income * 10n ** 16n) / (of.principal * BigInt(of.partMs));
  expect(worth(taken, late30s) - worth(kept, first)).toBeLessThanOrEqual(1n);
  expect(worth(kept, first) - worth(taken, late30s)).toBeLessThanOrEqual(1n);
  expect(rateDayOf(joinedMs + DAY_MS)).toBe(DAY);
});

test('never raises a rate if there is more principal, and never lowers a rate if the result is better', () => {
  fc.assert(
    fc.property(anyDay, money(10n ** 14n), money(10n ** 14n), (day, more, better) => {
      // Without principal, there is no rate to compare.
      fc.pre(day.holdings.every(({ principalMs }) => principalMs > 0n));
      const rates = publishDay(day).rates.map(({ rate }) => rate);
      const fuller = day.holdings.map((of) => ({ ...of, principalMs: of.principalMs + more }));
      for (const [at, { rate }] of publishDay({ ...day, holdings: fuller }).rates.entries())
        expect(rate <= (rates[at] as Amount)).toBe(true);
      const good = { ...day, result: day.result + better, balance: day.balance + better };
      for (const [at, { rate }] of publishDay(good).rates.entries())
        expect(rate >= (rates[at] as Amount)).toBe(true);
    }),
  );
});
