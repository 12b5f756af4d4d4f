/** Limits of withdrawals. Their minimum and maximum are published terms instead. */
export const limits = {
  /** How long a hold may last. */
  holdMsMax: 7 * 24 * 60 * 60_000,
  /** Holds per withdrawal, which the database limits too. */
  holdsMax: 3,
  /** How long published statistics are kept for all callers. */
  withdrawalsKeptMs: 5000,
} as const;
