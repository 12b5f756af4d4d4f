/** How long answers about the fund and its strategy are cached for all callers. */
export const limits = {
  /** The fund's publications change once a day, and its strategy's results every ten minutes. */
  fundKeptMs: 2000,
  strategyKeptMax: 64,
} as const;
