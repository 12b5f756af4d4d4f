/** The real cost of hashing customers' passwords, for tests that measure response times and the queue of waiting requests. */
export const DEAR = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
