/** The fields of the sign-up form and what can be said about them before they are sent. Pure. */
import { passwordProblem } from '../../lib/password-strength.ts';
import { looksLikeEmail } from './email.ts';

/** What is kept while the form is not yet sent. The passwords are not among it. */
export const emptyDraft = { account: '', email: '', code: '', invite_code: '', birth_date: '' };
export const emptyPasswords = { password: '', re_password: '' };
export type RegisterForm = typeof emptyDraft & typeof emptyPasswords;
export type RegisterField = keyof RegisterForm;

export const registerFields: readonly RegisterField[] = [
  'account',
  'email',
  'code',
  'password',
  're_password',
  'birth_date',
  'invite_code',
];

export type RegisterProblem =
  | 'accountForm'
  | 'emailForm'
  | 'codeForm'
  | 'birthDateMissing'
  | 'inviteMissing'
  | 'passwordMissing'
  | 'passwordLength'
  | 'passwordsDiffer';

const problemOfPassword = { missing: 'passwordMissing', length: 'passwordLength' } as const;

/** The first problem of each field. */
export function registerProblems(form: RegisterForm): Partial<Record<RegisterField, RegisterProblem>> {
  const problem = passwordProblem(form.password);
  return {
    ...(/^[A-Za-z0-9_.-]{3,32}$/.test(form.account) ? {} : { account: 'accountForm' }),
    ...(looksLikeEmail(form.email) ? {} : { email: 'emailForm' }),
    ...(/^\d{6}$/.test(form.code) ? {} : { code: 'codeForm' }),
    ...(problem === undefined ? {} : { password: problemOfPassword[problem] }),
    ...(form.password === form.re_password ? {} : { re_password: 'passwordsDiffer' }),
    ...(form.birth_date === '' ? { birth_date: 'birthDateMissing' } : {}),
    ...(form.invite_code.trim() === '' ? { invite_code: 'inviteMissing' } : {}),
  };
}
