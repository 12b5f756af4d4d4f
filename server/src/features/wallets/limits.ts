/** Limits on customers' reads of their own ledger. */
export const limits = {
  /** Maximum number of journals scanned for one page of records, even if few of them match its filter. */
  recordsScannedMax: 20_000,
  /** Length of a value history in days, at most and by default, and the number of customers whose daily sums a process caches. */
  historyDaysMax: 366,
  historyDaysUsual: 30,
  historyBooksMax: 500,
  /** Number of day-end prices in the cache. The oldest is evicted first. */
  dayBidsMax: 20_000,
  /** Number of journals of a history that one statement reads. */
  journalsAtOnce: 10_000,
  /** A plain-text export contains this many of the newest journals. The older ones are carried forward as a sum. */
  exportJournalsMax: 50_000,
  /**
   * Exports per customer and hour, and concurrent exports of all customers. If either limit is exceeded, the answer is `busy`.
   */
  exportsMax: 12,
  exportsWindowMs: 60 * 60_000,
  exportsAtOnceMax: 2,
} as const;
