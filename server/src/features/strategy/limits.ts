/** How long answers about the fund and its strategy are kept for all callers. */
export const limits = {
  /** The fund's publications change once a day, its strategy's results every ten minutes. */
  fundKeptMs: 2000,
  strategyKeptMax: 64,
} as const;
