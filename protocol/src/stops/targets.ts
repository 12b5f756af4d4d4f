/** What an emergency stop can stop, and the public reasons for one. The database has the same lists (`48-stops.sql`). */

export const stoppedProducts = [
  'spot',
  'contracts',
  'forex',
  'options',
  'exchange',
  'fund',
  'loans',
] as const;
export type StoppedProduct = (typeof stoppedProducts)[number];

/**
 * Wrong or missing prices; a failure of a provider, such as a bank or a chain; an error in our software; a danger to accounts or
 * money; an order of an authority.
 */
export const stopCauses = ['prices', 'provider', 'error', 'security', 'authority'] as const;
export type StopCause = (typeof stopCauses)[number];

/** The longest time for which one operator can stop something. */
export const STOP_HOURS_MAX = 24;

/** Payouts, the openings of a product, or those of an instrument. */
export const stopTarget = new RegExp(
  `^(payouts|product:(${stoppedProducts.join('|')})|instrument:[A-Z0-9]{2,12}/[A-Z]{3,4})$`,
);
