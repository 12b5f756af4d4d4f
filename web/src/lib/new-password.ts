/** The checks of a new password before it is sent, and its estimated strength. The server's checks are decisive. */
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 16;

type Strength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/] as const;
const poolSizes = [26, 26, 10, 33] as const;

/** Counts the steps that add strength. A character that only repeats or continues the previous character adds none. */
function distinctSteps(password: string): number {
  let count = 0;
  let before = Number.NaN;
  for (const character of password) {
    const code = character.codePointAt(0) ?? 0;
    if (Math.abs(code - before) > 1 || Number.isNaN(before)) count += 1;
    before = code;
  }
  return count;
}

function passwordLength(password: string): number {
  return [...password].length;
}

/** A rough estimate from the password's length, character classes and repetitions. */
export function passwordStrength(password: string): Strength {
  if (passwordLength(password) < PASSWORD_MIN) return 'short';
  const pool = kinds.reduce((sum, kind, at) => sum + (kind.test(password) ? (poolSizes[at] ?? 0) : 0), 0);
  const bits = distinctSteps(password) * Math.log2(Math.max(pool, 10));
  if (bits < 28) return 'weak';
  if (bits < 44) return 'fair';
  if (bits < 60) return 'good';
  return 'strong';
}

export type NewPassword = { readonly password: string; readonly re_password: string };
export type PasswordProblem = `ui.passwordProblem.${'missing' | 'length' | 'differ'}`;

function passwordProblem(password: string): PasswordProblem | undefined {
  if (password === '') return 'ui.passwordProblem.missing';
  const length = passwordLength(password);
  return length < PASSWORD_MIN || length > PASSWORD_MAX ? 'ui.passwordProblem.length' : undefined;
}

/** Returns the problems of the two fields, as keys of their texts. */
export function newPasswordProblems(typed: NewPassword): Partial<Record<keyof NewPassword, PasswordProblem>> {
  const problem = passwordProblem(typed.password);
  return {
    ...(problem === undefined ? {} : { password: problem }),
    ...(typed.password === typed.re_password ? {} : { re_password: 'ui.passwordProblem.differ' }),
  };
}

/** Maps refusals that name no field to the field that they concern. */
export const newPasswordRefusals = {
  password_length: 'password',
  password_common: 'password',
  passwords_differ: 're_password',
} as const;
