/**
 * The cost of hashing a password with argon2id: 19 MiB, and two passes that take tens of milliseconds of CPU time. Each guess at
 * a stolen hash costs an attacker the same.
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

export type PasswordCost = { readonly [Of in keyof typeof PASSWORD_COST]: number };
