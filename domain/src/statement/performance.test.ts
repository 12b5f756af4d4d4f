/** Time-weighted returns, by cases. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import type { DayOfValue } from './performance.ts';
import { bestAndWorst, daysOf, performanceSince, profitOf, returnPercent } from './performance.ts';

const DAY = 86_400_000;

/** A day from its value at the start and the end, its deposits and its withdrawals. */
const day = (start: string, end: string, deposited = '0', withdrawn = '0'): DayOfValue => ({
  ...{ fromMs: 0, toMs: DAY, start: amount(start), end: amount(end) },
  ...{ deposited: amount(deposited), withdrawn: amount(withdrawn) },
});

test.each([
  ['no days', [], null],
  ['a gain', [day('100', '110')], '10'],
  ['a loss', [day('100', '80')], '-20'],
  ['a day without change', [day('100', '100')], '0'],
  ['a gain and an equal loss in per cent', [day('100', '110'), day('110', '99')], '-1'],
  ['a deposit, which is not a gain', [day('100', '150', '50')], '0'],
  ['a gain on a deposit of the same day', [day('0', '110', '100')], '10'],
  ['a withdrawal, which is not a loss', [day('100', '60', '0', '40')], '0'],
  ['everything withdrawn after a gain', [day('100', '0', '0', '110')], '10'],
  ['a deposit and a withdrawal on the same day', [day('100', '120', '50', '50')], '13.33'],
  [
    'a large deposit after a gain, which does not dilute it',
    [day('100', '200'), day('200', '10200', '10000')],
    '100',
  ],
  ['a start at zero without deposits', [day('0', '0')], null],
  ['money that was earned from nothing, such as a reward', [day('0', '5'), day('5', '6')], '20'],
  [
    'two days with an empty day between them',
    [day('100', '0', '0', '110'), day('0', '0'), day('0', '55', '50')],
    '21',
  ],
  ['a total loss', [day('100', '0')], '-100'],
  ['a negative value, because of a loan', [day('100', '-20')], '-100'],
  [
    'a recovery from a negative value, which is not counted',
    [day('100', '-20'), day('-20', '150', '100')],
    '-100',
  ],
  ['a negative value at the start', [day('-50', '-40')], null],
  ['a third, rounded down', [day('3', '4')], '33.33'],
  ['two thirds, rounded up', [day('3', '5')], '66.67'],
  ['half a hundredth, rounded away from zero', [day('100000', '100005')], '0.01'],
  ['half a hundredth of a loss, rounded away from zero', [day('100000', '99995')], '-0.01'],
  ['less than half a hundredth', [day('100000', '100004')], '0'],
] as const)('returns the time-weighted return of %s', (_what, days, percent) => {
  const found = returnPercent(days);
  expect(found === null ? null : formatAmount(found)).toBe(percent);
});

test('returns the same result whether a period is split into days or not, if no money moved in or out', () => {
  const value = fc.bigInt({ min: 1n, max: 10n ** 14n });
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), (values) => {
      const flat = { fromMs: 0, toMs: DAY, deposited: 0n, withdrawn: 0n };
      const days = values.slice(1).map((end, at) => ({ ...flat, start: values[at] ?? 0n, end }));
      const whole = { ...flat, start: values[0] ?? 0n, end: values.at(-1) ?? 0n };
      expect(returnPercent(days)).toBe(returnPercent([whole]));
      expect(days.reduce((sum, one) => sum + profitOf(one), 0n)).toBe(profitOf(whole));
    }),
  );
});

const values = [
  { timeMs: 10 * DAY, value: amount('100') },
  { timeMs: 11 * DAY, value: amount('150') },
  { timeMs: 11 * DAY + 1000, value: amount('120') },
];

test('splits a history into days, each with its own flows', () => {
  const flows = [
    { timeMs: 9 * DAY + 5, value: amount('90') },
    { timeMs: 10 * DAY, value: amount('40') },
    { timeMs: 11 * DAY - 1, value: amount('-5') },
    { timeMs: 11 * DAY, value: amount('-10') },
    { timeMs: 11 * DAY + 1000, value: amount('-20') },
  ];
  const days = daysOf(values, { flows, beganMs: 9 * DAY + 5, dayMs: DAY });
  const shown = days.map((one) =>
    [one.start, one.end, one.deposited, one.withdrawn, profitOf(one)].map(formatAmount),
  );
  expect(shown).toEqual([
    ['0', '100', '90', '0', '10'],
    ['100', '150', '40', '5', '15'],
    ['150', '120', '0', '30', '0'],
  ]);
  expect(days.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [9 * DAY + 5, 10 * DAY],
    [10 * DAY, 11 * DAY],
    [11 * DAY, 11 * DAY + 1000],
  ]);
});

test('starts at zero when the account starts over', () => {
  const flows = [
    { timeMs: 10 * DAY + 7, value: amount('-30') },
    { timeMs: 10 * DAY + 9, value: amount('140') },
  ];
  const [first, second, ...more] = daysOf(values, { flows, beganMs: 10 * DAY + 9, dayMs: DAY });
  expect(more).toEqual([]);
  expect(first).toMatchObject({ fromMs: 10 * DAY + 9, start: 0n, deposited: amount('140'), withdrawn: 0n });
  expect(second).toMatchObject({ start: amount('150'), end: amount('120') });
});

test('leaves out the day of the first value if the account is older', () => {
  const days = daysOf(values, { flows: [], beganMs: DAY, dayMs: DAY });
  expect(days.map(({ start }) => formatAmount(start))).toEqual(['100', '150']);
});

test('sums the performance of a period, which starts no earlier than the account', () => {
  const days = daysOf(values, {
    flows: [{ timeMs: 10 * DAY, value: amount('40') }],
    beganMs: DAY,
    dayMs: DAY,
  });
  expect(performanceSince(days, 0)).toEqual({
    ...{ fromMs: 10 * DAY, profit: amount('-20'), deposited: amount('40'), withdrawn: 0n },
    percent: amount('-14.29'),
  });
  expect(performanceSince(days, 11 * DAY)).toMatchObject({ fromMs: 11 * DAY, percent: amount('-20') });
  expect(performanceSince(days, 12 * DAY)).toBeUndefined();
});

test('finds the best and the worst day by profit, excluding deposits and withdrawals', () => {
  const [gain, loss, moved] = [day('100', '104'), day('104', '90'), day('90', '900', '810')];
  expect(bestAndWorst([gain, loss, moved])).toEqual({ best: gain, worst: loss });
  expect(bestAndWorst([gain])).toEqual({ best: gain, worst: undefined });
  expect(bestAndWorst([moved])).toEqual({ best: undefined, worst: undefined });
});
