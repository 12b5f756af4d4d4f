/** Classifies responses by whether the command's outcome is unknown, and whether they were returned before the command ran. */
import type { RefusalCode } from './refusals.ts';
import { expect, test } from 'vitest';
import { isTurnedAway, isUndecided } from './undecided.ts';

const refused = (error: RefusalCode) => ({ type: 'error', code: 0, error, message: '', params: {} }) as const;

test.each<[RefusalCode, boolean, boolean]>([
  ['busy', true, false],
  ['try_again', true, false],
  ['request_failed', true, false],
  ['too_many_requests', true, true],
  ['session_ended', true, true],
  ['storage_low', true, true],
  // The command's own answers.
  ['balance_insufficient', false, false],
  ['price_moved', false, false],
  ['confirmation_needed', false, false],
])(
  'classifies %s as decided or not, and as returned before the command or not',
  (error, undecided, turnedAway) => {
    expect([isUndecided(refused(error)), isTurnedAway(refused(error))]).toEqual([undecided, turnedAway]);
  },
);

test('classifies a success as decided', () => {
  const done = { type: 'ok', code: 1, message: {} } as const;
  expect([isUndecided(done), isTurnedAway(done)]).toEqual([false, false]);
});
