/** What is charged is what was shown: an order says which rate its customer saw, and another one is refused. */
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { ok, refuse } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

/** Checks the rate that was shown, if the order says one, against the rate that counts; a lower one is told as well. */
export function checkShownRate(
  shown: Amount | undefined,
  counting: Amount,
  field: string,
): Outcome<Amount, 'terms_changed'> {
  if (shown === undefined || shown === counting) return ok(counting);
  return refuse('terms_changed', { field, params: { rate: formatAmount(counting) } });
}
