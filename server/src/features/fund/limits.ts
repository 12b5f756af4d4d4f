/** Limits of the fund. Its amounts, rates, places and fees are published terms instead. */
export const limits = {
  /** In a demo, an order starts automatically after this time, unless an operator accepts it earlier. */
  startsAfterMs: 20_000,
  /** An order that has been pending for longer than this is overdue. */
  reviewMs: 24 * 60 * 60_000,
} as const;
