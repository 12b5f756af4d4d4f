/** Limits of withdrawal addresses. */
export const limits = {
  /** Deposits under review, and withdrawal addresses, per customer. */
  addressesMax: 20,
} as const;
