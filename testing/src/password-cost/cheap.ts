/** Replaces the server's own cost for tests that register thousands of customers, which do not test the cost of guessing. */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1, outputLen: 32 } as const;
