/** Limits of customers’ reads of their own ledger. */
export const limits = {
  /** Journals that are scanned for one page of records, however few match its filter. */
  recordsScannedMax: 20_000,
  /** Days of a value history, and customers whose daily sums a process caches. */
  historyDaysMax: 366,
  historyDaysUsual: 30,
  historyBooksMax: 500,
  /** Day-end prices in the cache. The oldest is evicted first. */
  dayBidsMax: 20_000,
  /** One statement reads this many journals of a history. */
  journalsAtOnce: 10_000,
  /** A plain-text export contains this many of the newest journals, and brings forward the older ones as a sum. */
  exportJournalsMax: 50_000,
  /** Exports per customer and hour, and concurrent exports of all customers; beyond either, the answer is `busy`. */
  exportsMax: 12,
  exportsWindowMs: 60 * 60_000,
  exportsAtOnceMax: 2,
} as const;
