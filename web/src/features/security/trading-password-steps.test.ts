/** From step to step, and back to where something was wrong. */
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { expect, test } from 'vitest';
import type { Step, TradingPasswordRequest, Way } from './trading-password-steps.ts';
import { advance, afterRefusal, begin } from './trading-password-steps.ts';

/** Enters these one after the other; the last outcome counts. */
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
])('%s: %j', (way, digits, request) => {
  expect(enter(way, digits)).toEqual(request);
});

test('two that differ begin the new one again, and the current one stays given', () => {
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
])('%s refused with %s is mended at %s', (way, code, step) => {
  expect(afterRefusal(begin(way), code)).toMatchObject({ step, violation: 'refused' });
});
