/** Who may open an account, decided from what they typed and the day it is. */
import { refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { passwordFault } from '../../identity/password.ts';

const AGE_MIN = 18;
const BORN_AFTER = '1900-01-01';

type Input = Pick<CallInput<'POST user/register'>, 'password' | 're_password' | 'birth_date'>;

/** The first thing that is wrong with a registration in itself, or undefined. */
export function registrationFault(input: Input, nowMs: number) {
  const password = passwordFault(input.password, input.re_password);
  if (password !== undefined) return password;
  if (!isDate(input.birth_date) || input.birth_date < BORN_AFTER) {
    return refuse('parameter_wrong', { field: 'birth_date' });
  }
  if (!isOfAge(input.birth_date, nowMs)) {
    return refuse('too_young', { field: 'birth_date', params: { min: String(AGE_MIN) } });
  }
  return undefined;
}

/** Whether somebody born on that day is of age; who was born on 29 February is on 1 March. */
function isOfAge(birthDate: string, nowMs: number): boolean {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const cameOfAge = `${Number(birthDate.slice(0, 4)) + AGE_MIN}${birthDate.slice(4)}`;
  return cameOfAge <= today;
}

/** Whether a text in the form of a date is a day of the calendar. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
