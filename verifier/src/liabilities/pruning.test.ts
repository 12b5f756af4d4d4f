/** The statements that a platform may prune, by the same rule as in its database. */
import { expect, test } from 'vitest';
import { mayBePruned, saysPruned } from './pruning.ts';

const HOUR = 3_600_000;
const at = (utc: string): number => Date.parse(`${utc}Z`);

test.each([
  ['of yesterday', '2026-03-10T05:00', '2026-03-10T04:00', 47 * HOUR, false],
  ['older than 48 hours', '2026-03-10T05:00', '2026-03-10T04:00', 49 * HOUR, true],
  ['the first of its day', '2026-03-10T00:10', '2026-03-09T23:10', 49 * HOUR, false],
  ['the first of its day after 34 days', '2026-03-10T00:10', '2026-03-09T23:10', 34 * 24 * HOUR, false],
  ['the first of its day after 36 days', '2026-03-10T00:10', '2026-03-09T23:10', 36 * 24 * HOUR, true],
  ['the first of its month after a year', '2026-03-01T00:10', '2026-02-28T23:10', 8760 * HOUR, false],
])('judges a statement %s', (_, asOf, before, ageMs, verdict) => {
  const statement = { number: 7, asOfMs: at(asOf) };
  expect(mayBePruned(statement, { number: 6, asOfMs: at(before) }, at(asOf) + ageMs)).toBe(verdict);
});

test('keeps all leaves of a statement whose predecessor is unknown', () => {
  const statement = { number: 7, asOfMs: at('2026-03-10T05:00') };
  const nowMs = at('2027-03-10T05:00');
  expect(mayBePruned(statement, undefined, nowMs)).toBe(false);
  expect(mayBePruned(statement, { number: 5, asOfMs: at('2026-03-10T04:00') }, nowMs)).toBe(false);
});

test.each([
  ['candor-liability-pruned-v1|7|1000\n', true],
  ['candor-liability-pruned-v1|8|1000\n', false],
  ['candor-liability-pruned-v1|7|1000', false],
  ['', false],
])('reports from the file %j whether the leaves of statement 7 were pruned: %s', (body, verdict) => {
  expect(saysPruned(body, 7)).toBe(verdict);
});
