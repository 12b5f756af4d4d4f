/** Limits of exchanges at firm quotes. */
export const limits = {
  /** How long a quote stays firm. */
  quoteMs: 10_000,
  /** How long an exchange waits for the next price if the newest price is too old to decide whether the quote is still valid. */
  exchangeWaitMs: 5_000,
  /**
   * How far the market clock may move between quote and exchange. A replay runs the clock faster, and a demo's operator can
   * move it forward.
   */
  quoteMarketMs: 60_000,
  /** The period over which unused quotes are counted. Their maximum number is a published term. */
  quotesUnusedMs: 60 * 60_000,
} as const;
