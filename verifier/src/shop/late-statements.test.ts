/** A platform is reported if it shows a customer statements that never appear in the log, or no statements. */
import { expect, test } from 'vitest';
import { makeStatement } from '../liabilities/testing/made-statement.ts';
import { lateStatements } from './late-statements.ts';

const claim = { customer: '7', seq: 1, currency: 'USDT', parts: [3n, 4n] };
const shownAs = (number: number) => makeStatement([claim], { number }).ownOf('7');

/** Returns the alarms of looks a minute apart, each with the statement shown then and the newest one in the log. */
function looks(all: readonly (readonly [shown: number | undefined, logged: number])[]): readonly string[] {
  const since: Record<string, number> = {};
  return all.map(([shown, logged], at) =>
    lateStatements({ since }, shown === undefined ? undefined : shownAs(shown), {
      rootOf: (number) => (number <= logged ? 'ab' : undefined),
      nowMs: at * 60_000,
    })
      .map(({ kind }) => kind)
      .join(),
  );
}
const repeat = <One>(one: One, count: number): One[] => Array.from({ length: count }, () => one);

test.each<[string, Parameters<typeof looks>[0], string]>([
  ['one that stays out of the log', repeat([9, 3] as const, 5), 'liability_differs'],
  [
    'a new one each time, none of which is logged',
    [9, 10, 11, 12, 13].map((shown) => [shown, 3] as const),
    'liability_differs',
  ],
  ['none, although the log has some', repeat([undefined, 3] as const, 5), 'liability_missing'],
  ['none, as in the log', repeat([undefined, 0] as const, 5), ''],
  [
    'each shown shortly before it is in the log',
    [4, 5, 6, 7, 8].map((shown) => [shown, shown - 1] as const),
    '',
  ],
])('gives the expected verdict on the shown statements: %s', (_, all, last) => {
  expect(looks(all).at(-1)).toBe(last);
  expect(looks(all).slice(0, 4)).toEqual(['', '', '', '']);
});
