/** The part of a logged reason that the customer sees. */
import { expect, test } from 'vitest';
import { actView, reasonCode } from './rules.ts';

const reasons: [kept: string | null, told: string | null][] = [
  [null, null],
  ['', null],
  ['security_check', 'security_check'],
  ['security_check: called from a number we do not know', 'security_check'],
  ['photo_unreadable: glare: on the name', 'photo_unreadable'],
  ['called the customer, seems drunk', null],
  ['security_check!', null],
  [' security_check', null],
  ['note: security_check', null],
];
test.each(reasons)('shows the logged reason %j as %j', (kept, told) => {
  expect(reasonCode(kept)).toBe(told);
});

test('omits the operator’s name', () => {
  const act = {
    seq: 7n,
    timeMs: 1_999,
    role: 'reviewer',
    action: 'kyc.read',
    reason: 'case 12',
    operator: 'rosa',
  };
  expect(actView(act)).toEqual({ time: 1, role: 'reviewer', action: 'kyc.read', reason: null });
});
