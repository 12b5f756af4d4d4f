/** Limits of portfolios; they are the same for every customer. */
export const limits = {
  /** Maximum length of a history in days. For an older account, the chart and the performance begin later. */
  daysMax: 1100,
  /**
   * Maximum number of deposits and withdrawals from which performance is computed. If there are more, performance begins at the
   * oldest of the newest ones.
   */
  flowsMax: 10_000,
  /** How many of the newest flows an answer contains. */
  flowsShownMax: 500,
  /** Number of prices in the cache. The oldest is evicted first. */
  bidsMax: 5_000,
} as const;
