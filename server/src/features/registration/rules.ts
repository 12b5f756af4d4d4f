/** Decides who may open an account, from the request and the current day. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { birthDateViolation } from '../../identity/birth-date.ts';
import { passwordViolation } from '../../identity/secrets/password.ts';

type Input = Pick<CallInput<'POST user/register'>, 'password' | 're_password' | 'birth_date'>;

export function registrationViolation(input: Input, nowMs: number) {
  const password = passwordViolation(input.password, input.re_password);
  if (password !== undefined) return password;
  return birthDateViolation(input.birth_date, nowMs);
}
