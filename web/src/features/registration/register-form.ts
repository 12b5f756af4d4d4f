/** The fields of the registration form other than the credentials, and the checks of all fields before sending. Pure. */
import type { Credentials, FormProblem } from './credentials.ts';
import { credentialProblems } from './credentials.ts';

export const emptyPerson = { account: '', invite_code: '', birth_date: '' };
export type RegisterForm = typeof emptyPerson & Credentials;

export function registerProblems(form: RegisterForm): Partial<Record<keyof RegisterForm, FormProblem>> {
  return {
    ...(/^[A-Za-z0-9_.-]{3,32}$/.test(form.account) ? {} : { account: 'registration.accountForm' }),
    ...credentialProblems(form),
    ...(form.birth_date === '' ? { birth_date: 'registration.birthDateMissing' } : {}),
    ...(form.invite_code.trim() === '' ? { invite_code: 'registration.inviteMissing' } : {}),
  };
}
