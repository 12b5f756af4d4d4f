/** The steps of setting, changing and resetting the trading password. */
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { expect, test } from 'vitest';
import type { Step, TradingPasswordRequest, Way } from './trading-password-steps.ts';
import { advance, afterRefusal, begin } from './trading-password-steps.ts';

function enter(way: Way, digits: readonly string[]) {
  let progress = begin(way);
  for (const typed of digits) {
    const outcome = advance(progress, typed);
    if ('request' in outcome) return outcome.request;
    progress = outcome.next;
  }
  return progress;
}

test.each<[Way, readonly string[], TradingPasswordRequest]>([
  ['set', ['135790', '135790'], { password: '135790', re_password: '135790' }],
  [
    'change',
    ['135790', '246801', '246801'],
    { current: '135790', password: '246801', re_password: '246801' },
  ],
  ['reset', ['900123', '246801', '246801'], { code: '900123', password: '246801', re_password: '246801' }],
])('builds the request of the method "%s" from the entries %j', (way, digits, request) => {
  expect(enter(way, digits)).toEqual(request);
});

test('returns to the new password when its two entries differ, and keeps the current password', () => {
  expect(enter('change', ['135790', '246801', '246802'])).toMatchObject({
    step: 'new',
    violation: 'differ',
    current: '135790',
    password: '',
  });
});

test.each<[Way, RefusalCode, Step]>([
  ['set', 'password_common', 'new'],
  ['set', 'trading_password_same', 'new'],
  ['change', 'trading_password_wrong', 'current'],
  ['change', 'too_many_attempts', 'current'],
  ['change', 'password_common', 'new'],
  ['reset', 'code_wrong', 'code'],
  ['reset', 'password_common', 'new'],
  ['reset', 'too_many_attempts', 'code'],
])('leads the method "%s" after the refusal %s back to the step "%s"', (way, code, step) => {
  expect(afterRefusal(begin(way), code)).toMatchObject({ step, violation: 'refused' });
});
