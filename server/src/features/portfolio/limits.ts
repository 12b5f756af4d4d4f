/** Limits of portfolios, the same for everybody. */
export const limits = {
  /** Days of a history; the chart and the performance of an older account begin later. */
  daysMax: 1100,
  /** Flows from which performance is computed. With more, it begins at the oldest of them. */
  flowsMax: 10_000,
  /** The newest flows in an answer. */
  flowsShownMax: 500,
  /** Prices in the cache. The oldest is evicted first. */
  bidsMax: 5_000,
} as const;
