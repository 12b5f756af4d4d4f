/** The fields of the registration form in steps, and the checks of all fields before sending. Pure. */
import type { Credentials, FormProblem } from './credentials.ts';
import { credentialProblems, credentialRefusals } from './credentials.ts';

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

/** The steps of the form, each with its fields. */
export const STEPS = [
  { name: 'address', fields: ['email', 'code', 'invite_code'] },
  { name: 'login', fields: ['account', 'password', 're_password'] },
  { name: 'person', fields: ['birth_date'] },
] as const satisfies readonly { name: string; fields: readonly (keyof RegisterForm)[] }[];

/** Maps refusals that name no field to the field that they concern. */
export const about = {
  account_taken: 'account',
  invite_code_wrong: 'invite_code',
  too_young: 'birth_date',
} as const;

export function problemsOfStep(
  problems: ReturnType<typeof registerProblems>,
  at: number,
): ReturnType<typeof registerProblems> {
  const fields: readonly string[] = STEPS[at]?.fields ?? [];
  return Object.fromEntries(Object.entries(problems).filter(([field]) => fields.includes(field)));
}

/** The step with the field that a refusal concerns; undefined if it concerns none. */
export function stepOf(refusal: {
  readonly error: string;
  readonly params: Readonly<Record<string, unknown>>;
}): number | undefined {
  const concerns: Readonly<Record<string, string>> = { ...credentialRefusals, ...about };
  const field = refusal.params['field'] ?? concerns[refusal.error];
  const at = STEPS.findIndex(({ fields }) => fields.some((one) => one === field));
  return at === -1 ? undefined : at;
}
