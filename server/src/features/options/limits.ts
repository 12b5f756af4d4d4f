/** Limits of fixed-time options. Possible gains are in 10⁻⁸ USDT, at each ticket’s value when it was accepted. */
export const limits = {
  /** Open tickets per customer, and their total possible gain. */
  customerTicketsMax: 50,
  customerExposureMax: 20_000n * 10n ** 8n,
  /** The total possible gain of all open tickets on one symbol. */
  symbolExposureMax: 2_000_000n * 10n ** 8n,
} as const;
