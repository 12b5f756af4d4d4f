/**
 * Replaces the server's cost of hashing a password in tests that register thousands of customers, because these tests do not
 * measure the cost of guessing.
 */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1, outputLen: 32 } as const;
