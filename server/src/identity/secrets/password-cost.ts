/** What a guess at a password costs whoever stole its hash: argon2id with 19 MiB, twice over, tens of milliseconds of a processor. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

export type PasswordCost = { readonly [Of in keyof typeof PASSWORD_COST]: number };
