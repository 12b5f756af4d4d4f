/** The input shared by registration and password reset: an address, the code mailed to it, and a new password twice. Pure. */
import { looksLikeEmail } from '../../lib/email-address.ts';
import type { PasswordProblem } from '../../lib/new-password.ts';
import { newPasswordProblems, newPasswordRefusals } from '../../lib/new-password.ts';

/** The part of an unsent form that is stored, without the passwords. */
export const emptyAddress = { email: '', code: '' };
export const emptyPasswords = { password: '', re_password: '' };
export type Credentials = typeof emptyAddress & typeof emptyPasswords;

/** Maps refusals that name no field to the field that they concern. */
export const credentialRefusals = { code_wrong: 'code', ...newPasswordRefusals } as const;

/** The key of the text that describes a problem with a field of either form. */
export type FormProblem =
  | `registration.${'emailForm' | 'codeForm' | 'accountForm' | 'birthDateMissing' | 'inviteMissing'}`
  | PasswordProblem;

export function credentialProblems(form: Credentials): Partial<Record<keyof Credentials, FormProblem>> {
  return {
    ...(looksLikeEmail(form.email) ? {} : { email: 'registration.emailForm' }),
    ...(/^\d{6}$/.test(form.code) ? {} : { code: 'registration.codeForm' }),
    ...newPasswordProblems(form),
  };
}
