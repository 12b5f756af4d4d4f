/** Limits of fixed-time options. Possible gains are in units of 10⁻⁸ USDT, at each ticket's value on acceptance. */
export const limits = {
  /** Maximum number of open tickets per customer, and their maximum total possible gain. */
  customerTicketsMax: 50,
  customerExposureMax: 20_000n * 10n ** 8n,
  /** Maximum total possible gain of all open tickets on one symbol. */
  symbolExposureMax: 2_000_000n * 10n ** 8n,
} as const;
