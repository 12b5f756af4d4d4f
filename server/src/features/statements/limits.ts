/** Limits of statements; they are the same for every customer. */
export const limits = {
  /**
   * Maximum number of movements in a file, and of coin movements from which costs are computed. If there are more, the answer is
   * `statement_too_long`.
   */
  linesMax: 50_000,
  movesMax: 200_000,
  /** Maximum number of lines of a tax report, on screen and in a file. */
  disposalsMax: 20_000,
  /** Number of prices in the cache. The oldest is evicted first. */
  bidsMax: 20_000,
  /** Number of prices that one statement reads. */
  bidsAtOnce: 2_000,
  /**
   * Maximum number of PDF files (one per customer) queued for the thread that creates them, and the time limit per file after
   * which the thread is restarted.
   */
  pdfsWaitingMax: 8,
  pdfMs: 60_000,
  /** Number of movements that a PDF lists individually. */
  pdfDisposalsMax: 2_000,
} as const;
