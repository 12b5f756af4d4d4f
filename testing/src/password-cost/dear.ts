/** The real cost of customers' passwords, for tests of how long an answer takes and of how many wait for one. */
export const DEAR = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
