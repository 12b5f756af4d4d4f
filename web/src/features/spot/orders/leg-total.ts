/** The USDT debited or credited for a leg: the fee increases a buyer's cost and reduces a seller's proceeds. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';

type PricedLeg = { readonly side: 'buy' | 'sell'; readonly value: string; readonly fee: string };

export function legTotal(leg: PricedLeg): string {
  const fee = amount(leg.fee);
  return formatAmount(amount(leg.value) + (leg.side === 'buy' ? fee : -fee));
}
