/** Limits of price alerts. */
export const limits = {
  /** Price alerts of a customer that have not fired. */
  priceAlertsMax: 50,
} as const;
