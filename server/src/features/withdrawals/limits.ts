/** Limits of withdrawals. Their minimum and maximum amounts are published terms instead. */
export const limits = {
  /** How long one hold may last. */
  holdMsMax: 7 * 24 * 60 * 60_000,
  /** Maximum number of holds per withdrawal. The database enforces it too. */
  holdsMax: 3,
  /** How long the published statistics are cached for all callers. */
  withdrawalsKeptMs: 5000,
} as const;
