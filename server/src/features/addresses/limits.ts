/** Limits of withdrawal addresses. */
export const limits = {
  /** Withdrawal addresses per customer. */
  addressesMax: 20,
} as const;
