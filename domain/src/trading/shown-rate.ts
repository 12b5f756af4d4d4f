/**
 * Charges only rates that were shown. An order states the rate shown to its customer, and is refused if the current rate
 * differs.
 */
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

/** Compares the rate that was shown, if the order states one, with the current rate. A lower current rate is refused too. */
export function checkShownRate(
  shown: Amount | undefined,
  counting: Amount,
  field: string,
): Outcome<Amount, 'terms_changed'> {
  if (shown === undefined || shown === counting) return ok(counting);
  return refuse('terms_changed', { field, params: { rate: formatAmount(counting) } });
}
