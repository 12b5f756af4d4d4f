/** The filter of a list: its period in seconds, and the removal of choices. */
import { expect, test } from 'vitest';
import type { Days } from './list-filter.ts';
import { dayOf, isFiltered, isOnlyPeriod, requestOf, withChoice, withPeriod } from './list-filter.ts';

const seconds = (text: string): number => new Date(text).getTime() / 1000;

test.each([
  ['no days', {}, {}],
  ['from a day', { from: '2026-11-28' }, { from: seconds('2026-11-28T00:00') }],
  ['to the last second of a day', { to: '2026-11-30' }, { to: seconds('2026-11-30T23:59:59') }],
  [
    'one day',
    { from: '2026-12-31', to: '2026-12-31' },
    { from: seconds('2026-12-31T00:00'), to: seconds('2026-12-31T23:59:59') },
  ],
] as readonly [string, Days, object][])('requests %s', (_what, days, period) => {
  expect(requestOf<{ symbol: string }>({ symbol: 'BTC/USDT', ...days })).toEqual({
    symbol: 'BTC/USDT',
    ...period,
  });
});

test('returns today and an earlier day in the time zone of the device', () => {
  const now = seconds('2027-01-03T23:30');
  expect([dayOf(now), dayOf(now, 6)]).toEqual(['2027-01-03', '2026-12-28']);
});

test('removes a choice, and reports whether the filters exclude anything', () => {
  type Own = { symbol: string };
  const both = withPeriod<Own>({ symbol: 'BTC/USDT' }, { from: '2026-11-28' });
  expect([isFiltered(both), isOnlyPeriod<Own>(both)]).toEqual([true, false]);
  const period = withChoice<Own>(both, 'symbol', undefined);
  expect(period).toEqual({ from: '2026-11-28' });
  expect([isFiltered(period), isOnlyPeriod<Own>(period)]).toEqual([true, true]);
  expect(isFiltered(withPeriod<Own>(period, {}))).toBe(false);
});
