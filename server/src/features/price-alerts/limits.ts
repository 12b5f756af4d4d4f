/** Limits of price alerts. */
export const limits = {
  /** Price alerts per customer that have not yet fired. */
  priceAlertsMax: 50,
} as const;
