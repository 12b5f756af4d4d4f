/**
 * The cost of one guess for an attacker with a stolen password hash: argon2id with 19 MiB and two passes, tens of milliseconds of
 * CPU time.
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

export type PasswordCost = { readonly [Of in keyof typeof PASSWORD_COST]: number };
