/** Limits of the lists of emergency stops, and how long an answer is cached for all callers. */
export const limits = {
  /** Stops in the public list, and in the operators'. */
  publicMax: 100,
  operatorsMax: 20,
  keptMs: 1000,
} as const;
