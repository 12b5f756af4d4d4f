/** What registering and a forgotten password ask for alike: an address, the code mailed to it, a new password twice. Pure. */
import { looksLikeEmail } from '../../lib/email-address.ts';
import type { PasswordProblem } from '../../lib/new-password.ts';
import { newPasswordProblems, newPasswordRefusals } from '../../lib/new-password.ts';

/** What is kept while the form is not yet sent. The passwords are not among it. */
export const emptyAddress = { email: '', code: '' };
export const emptyPasswords = { password: '', re_password: '' };
export type Credentials = typeof emptyAddress & typeof emptyPasswords;

/** Which field a refusal is about that names none. */
export const credentialRefusals = { code_wrong: 'code', ...newPasswordRefusals } as const;

/** The key of the text that says what is wrong with a field of either form. */
export type FormProblem =
  | `registration.${'emailForm' | 'codeForm' | 'accountForm' | 'birthDateMissing' | 'inviteMissing'}`
  | PasswordProblem;

/** The first problem of each field. */
export function credentialProblems(form: Credentials): Partial<Record<keyof Credentials, FormProblem>> {
  return {
    ...(looksLikeEmail(form.email) ? {} : { email: 'registration.emailForm' }),
    ...(/^\d{6}$/.test(form.code) ? {} : { code: 'registration.codeForm' }),
    ...newPasswordProblems(form),
  };
}
