/** Stands in for the server's own cost where tests sign thousands of customers up: what is looked at there is not how dear a guess is. */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1, outputLen: 32 } as const;
