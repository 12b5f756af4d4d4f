/** Classification of responses by whether the outcome of the command is unknown, and whether the command was not run. */
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
  // Returned by the command itself.
  ['balance_insufficient', false, false],
  ['price_moved', false, false],
  ['confirmation_needed', false, false],
])(
  'classifies the outcome of %s as known or unknown, and the command as run or not run',
  (error, undecided, turnedAway) => {
    expect([isUndecided(refused(error)), isTurnedAway(refused(error))]).toEqual([undecided, turnedAway]);
  },
);

test('classifies the outcome of a success as known', () => {
  const done = { type: 'ok', code: 1, message: {} } as const;
  expect([isUndecided(done), isTurnedAway(done)]).toEqual([false, false]);
});
