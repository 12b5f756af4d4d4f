import { expect, it } from 'vitest';
import { registrationViolation } from './rules.ts';

const now = Date.UTC(2026, 10, 21);

it.each([
  // The columns: password, repeated password, date of birth, refusal.
  ['x7!kqz', 'x7!kqz', '1990-05-05', undefined],
  ['x7!kqz', 'x7!kqZ', 'nonsense', 'passwords_differ'],
  ['x7!k', 'x7!k', 'nonsense', 'password_length'],
  ['123456', '123456', '2020-01-01', 'password_common'],
  ['x7!kqz', 'x7!kqz', '2001-02-30', 'parameter_wrong'],
  ['x7!kqz', 'x7!kqz', '1899-12-31', 'parameter_wrong'],
  ['x7!kqz', 'x7!kqz', '2008-11-21', undefined],
  ['x7!kqz', 'x7!kqz', '2008-11-22', 'too_young'],
  ['x7!kqz', 'x7!kqz', '2030-01-01', 'too_young'],
])(
  'accepts or refuses a registration with the passwords %s and %s and the birth date %s: %s',
  (password, re_password, birth_date, code) => {
    expect(registrationViolation({ password, re_password, birth_date }, now)?.refusal.code).toBe(code);
  },
);

it('lets a customer born on 29 February register from 1 March', () => {
  const born = { password: 'x7!kqz', re_password: 'x7!kqz', birth_date: '2008-02-29' };
  expect(registrationViolation(born, Date.UTC(2026, 1, 28, 23, 59))?.refusal.code).toBe('too_young');
  expect(registrationViolation(born, Date.UTC(2026, 2, 1))).toBeUndefined();
});
