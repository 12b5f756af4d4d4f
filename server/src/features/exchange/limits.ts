/** Limits of exchanges at a firm quote. */
export const limits = {
  /** How long an exchange quote is firm. */
  quoteMs: 10_000,
  /** How long an exchange waits for the next price if the newest is too old to decide whether the quote still holds. */
  exchangeWaitMs: 5_000,
  /**
   * How far the market clock may advance during that wait. A replay runs the clock faster, and a demo's operator can move it.
   */
  quoteMarketMs: 60_000,
  /** Unused quotes are counted over this period. Their limit is a published term. */
  quotesUnusedMs: 60 * 60_000,
} as const;
