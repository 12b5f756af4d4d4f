/** Who may open an account, decided from what they typed and the day it is. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { birthDateFault } from '../../identity/birth-date.ts';
import { passwordFault } from '../../identity/secrets/password.ts';

type Input = Pick<CallInput<'POST user/register'>, 'password' | 're_password' | 'birth_date'>;

/** The first thing that is wrong with a registration in itself, or undefined. */
export function registrationFault(input: Input, nowMs: number) {
  const password = passwordFault(input.password, input.re_password);
  if (password !== undefined) return password;
  return birthDateFault(input.birth_date, nowMs);
}
