/** Income, fee and payment times of a fund order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import { earlyFee, incomeOf, inPerCent, markOf, partOf, rateDayOf, restDueMs, yearlyRate } from './income.ts';
import { DAY_MS } from '../time.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  ['500', '0.0183', '9.15'],
  ['500', '0', '0'],
  ['4999.99999999', '0.0201', '100.49999999'],
  ['0.00000001', '0.0201', '0'],
  ['5000000', '0.0374', '187000'],
  ['1234.56789012', '0.01830001', '22.59260473'],
])(
  'computes the income of a principal of %s at a daily rate of %s for a day as %s',
  (principal, rate, income) => {
    expect(formatAmount(incomeOf(amount(principal), amount(rate)))).toBe(income);
  },
);

test.each([
  ['500', '0.01', '5'],
  ['500.00000001', '0.01', '5.00000001'],
  ['4999.99999999', '0.01', '50'],
  ['500', '0', '0'],
])('computes the fee for ending an order of %s early at a fee rate of %s as %s', (principal, rate, fee) => {
  expect(formatAmount(earlyFee(amount(principal), amount(rate)))).toBe(fee);
});

test('rounds income down and the fee up, each by less than a unit', () => {
  const principal = fc.bigInt(1n, 5_000_000n * ONE);
  const rate = fc.bigInt(0n, ONE / 10n);
  fc.assert(
    fc.property(principal, rate, (held, part) => {
      const exact = held * part;
      const income = incomeOf(held, part);
      const fee = earlyFee(held, part);
      expect(income * ONE).toBeLessThanOrEqual(exact);
      expect(exact - income * ONE).toBeLessThan(ONE);
      expect(fee * ONE).toBeGreaterThanOrEqual(exact);
      expect(fee * ONE - exact).toBeLessThan(ONE);
    }),
  );
});

test('computes no more income for the parts of a principal than for the whole', () => {
  const part = fc.bigInt(1n, 10n ** 14n);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), fc.bigInt(0n, ONE / 10n), (parts, rate) => {
      const whole = incomeOf(
        parts.reduce((sum, one) => sum + one, 0n),
        rate,
      );
      const paid = parts.reduce((sum, one) => sum + incomeOf(one, rate), 0n);
      expect(paid).toBeLessThanOrEqual(whole);
    }),
  );
});

test.each([
  ['500', '0.02', 43_200_000, '5'],
  ['500', '0.02', 30_000, '0.00347222'],
  ['500', '0.02', 1, '0.00000011'],
  ['500', '0.02', 86_399_999, '9.99999988'],
  ['0.00000001', '0.0201', 86_399_999, '0'],
])(
  'computes the income of a principal of %s at a daily rate of %s for %s milliseconds of the day as %s',
  (principal, rate, partMs, income) => {
    expect(formatAmount(incomeOf(amount(principal), amount(rate), partMs))).toBe(income);
  },
);

const DAY = dayOf('2027-03-01T00:00:00Z');
function dayOf(text: string): number {
  return at(text) / DAY_MS;
}

/**
 * Columns: start; days; milliseconds in the fund by UTC day, starting with the day before the start; the date on which the
 * rest is due.
 */
test.each([
  ['at a midnight', '2027-03-01T00:00:00Z', 2, [0, DAY_MS, DAY_MS, 0, 0], null],
  [
    'a millisecond after a midnight',
    '2027-03-01T00:00:00.001Z',
    2,
    [0, DAY_MS - 1, DAY_MS, 1, 0],
    '2027-03-04',
  ],
  [
    'in the last millisecond of a day',
    '2027-03-01T23:59:59.999Z',
    2,
    [0, 1, DAY_MS, DAY_MS - 1, 0],
    '2027-03-04',
  ],
  ['at noon', '2027-03-01T12:00:00Z', 2, [0, DAY_MS / 2, DAY_MS, DAY_MS / 2, 0], '2027-03-04'],
  ['at noon, for a day', '2027-03-01T12:00:00Z', 1, [0, DAY_MS / 2, DAY_MS / 2, 0, 0], '2027-03-03'],
])('splits an order that starts %s at each UTC midnight', (_, from, days, parts, due) => {
  const span = { countsFromMs: at(from), days };
  expect(parts.map((_part, number) => partOf(span, DAY - 1 + number))).toEqual(parts);
  expect(restDueMs(span)).toBe(due === null ? null : at(`${due}T00:00:00Z`));
});

test('splits every order at UTC midnights into parts that add up to its duration', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: 1, max: 60 }),
      (countsFromMs, days) => {
        const span = { countsFromMs, days };
        const restMs = restDueMs(span);
        const dueMs = Array.from({ length: days }, (_, number) => markOf(countsFromMs, number + 1));
        const paidDays = [...dueMs, ...(restMs === null ? [] : [restMs])].map(rateDayOf);
        const parts = paidDays.map((day) => partOf(span, day));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(days * DAY_MS);
        expect(parts.every((part) => part > 0 && part <= DAY_MS)).toBe(true);
        expect(new Set(paidDays).size).toBe(paidDays.length);
        const endsMs = dueMs.at(-1) ?? 0;
        if (restMs !== null) expect(restMs > endsMs && restMs < endsMs + DAY_MS).toBe(true);
      },
    ),
  );
});

test.each([
  ['at midnight', '2027-03-01T00:00:00Z', '2027-02-28'],
  ['a millisecond before midnight', '2027-02-28T23:59:59.999Z', '2027-02-27'],
  ['at noon', '2027-03-01T12:00:00Z', '2027-02-28'],
  ['on the day after a leap day', '2028-03-01T07:00:00Z', '2028-02-29'],
  ["on the day when Europe's clocks go forward", '2027-03-28T12:00:00Z', '2027-03-27'],
])('pays a mark at the rate of the last completed day if the mark is %s', (_, mark, day) => {
  expect(new Date(rateDayOf(at(mark)) * 86_400_000).toISOString().slice(0, 10)).toBe(day);
});

test('pays an order that started on a leap day at the same UTC time every day', () => {
  const began = at('2028-02-28T22:30:00Z');
  const marks = [1, 2, 3].map((number) => new Date(markOf(began, number)).toISOString());
  expect(marks).toEqual(['2028-02-29T22:30:00.000Z', '2028-03-01T22:30:00.000Z', '2028-03-02T22:30:00.000Z']);
});

test('pays each mark of an order at the rate of a different day, and skips no day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (startedMs) => {
      const days = Array.from({ length: 40 }, (_, number) => rateDayOf(markOf(startedMs, number + 1)));
      // The first mark is paid at the rate of the day on which the order started.
      expect(days[0]).toBe(Math.floor(startedMs / 86_400_000));
      expect(days.every((day, index) => index === 0 || day === (days[index - 1] as number) + 1)).toBe(true);
    }),
  );
});

test('converts a rate to per cent, and a daily rate to a rate for 365 days', () => {
  expect(formatAmount(inPerCent(amount('0.0183')))).toBe('1.83');
  expect(formatAmount(inPerCent(yearlyRate(amount('0.0183'))))).toBe('667.95');
});
