/** Limits of deposits. Their minimum and maximum are published terms instead. */
export const limits = {
  /** Deposits under review, and withdrawal addresses, per customer. */
  depositsWaitingMax: 5,
} as const;
