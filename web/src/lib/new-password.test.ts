/** The checks of a new password before it is sent. */
import { expect, test } from 'vitest';
import { newPasswordProblems, passwordStrength } from './new-password.ts';

test.each([
  ['12345', 'short'],
  ['aaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['horse7battery', 'good'],
  ['Tr0ub4d&r!', 'strong'],
])('rates the password %s as %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test.each([
  ['', 'ui.passwordProblem.missing'],
  ['12345', 'ui.passwordProblem.length'],
  ['123456', undefined],
  ['😀'.repeat(16), undefined],
  ['x'.repeat(17), 'ui.passwordProblem.length'],
])('counts the code points of %j and reports %s', (password, problem) => {
  expect(newPasswordProblems({ password, re_password: password }).password).toBe(problem);
});

test('rejects a second entry that differs only in case', () => {
  expect(newPasswordProblems({ password: 'Walk-7-miles', re_password: 'walk-7-miles' })).toEqual({
    re_password: 'ui.passwordProblem.differ',
  });
});
