/** Orders state the fee rate that was shown to the customer, and are refused if the current rate differs. */
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

/** Returns a refusal if the order states a shown rate and the current rate differs, even if the current rate is lower. */
export function checkShownRate(
  shown: Amount | undefined,
  counting: Amount,
  field: string,
): Outcome<Amount, 'terms_changed'> {
  if (shown === undefined || shown === counting) return ok(counting);
  return refuse('terms_changed', { field, params: { rate: formatAmount(counting) } });
}
