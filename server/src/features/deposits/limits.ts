/** Limits of deposits. Their minimum and maximum amounts are published terms instead. */
export const limits = {
  /** Deposits under review per customer. */
  depositsWaitingMax: 5,
} as const;
