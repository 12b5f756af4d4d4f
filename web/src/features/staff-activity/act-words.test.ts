/** The texts for staff actions, roles and reasons, including those unknown to this version. */
import { expect, test } from 'vitest';
import { wholeMessages } from '../../../build/whole-messages.ts';
import { actWord, reasonText, roleWord } from './act-words.ts';

const en = wholeMessages('en');

test.each([
  ['kyc.read', 'kyc_read'],
  ['withdrawal.payout_failed', 'withdrawal_payout_failed'],
  ['loan.disburse', 'other'],
  ['toString', 'other'],
])('returns the text for the action %s: %s', (action, word) => {
  expect(actWord(action)).toBe(word);
  expect(Object.keys((en['acts'] as { act: object }).act)).toContain(word);
});

test.each([
  ['treasurer', 'treasurer'],
  ['provider', 'provider'],
  ['auditor', 'other'],
])('returns the text for the role %s: %s', (role, word) => {
  expect(roleWord(role)).toBe(word);
});

test.each([
  ['deposit.reject', 'not_received', 'deposits.reason.not_received'],
  ['withdrawal.hold', 'court_order', 'withdrawals.holdReason.court_order'],
  ['withdrawal.reject', 'address_unsafe', 'withdrawals.reason.address_unsafe'],
  ['customer.freeze', 'security_check', 'account.frozenReason.security_check'],
  ['factor.reset', 'lost', undefined],
  ['kyc.read', null, undefined],
])('returns the text for the reason of the action %s, %s: %s', (action, reason, key) => {
  expect(reasonText(action, reason)).toBe(key);
  if (key === undefined) return;
  const found = key.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], en);
  expect(found).toBeTypeOf('string');
});
