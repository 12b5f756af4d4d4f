/** Limits of statements, the same for everybody. */
export const limits = {
  /** Movements in a file, and coin movements from which costs are computed; beyond this, the answer is `statement_too_long`. */
  linesMax: 50_000,
  movesMax: 200_000,
  /** Lines of a tax report on screen and in a file. */
  disposalsMax: 20_000,
  /** Prices in the cache. The oldest is evicted first. */
  bidsMax: 20_000,
  /** Prices that are read with one statement. */
  bidsAtOnce: 2_000,
  /**
   * The most PDF files that wait for the thread that makes them, one per customer, and the time after which the thread is
   * restarted.
   */
  pdfsWaitingMax: 8,
  pdfMs: 60_000,
  /** Movements that a PDF lists one by one. */
  pdfDisposalsMax: 2_000,
} as const;
