/** What a leg took from the customer's USDT, or brought: the fee adds to what a buyer pays and takes from what a seller gets. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';

type PricedLeg = { readonly side: 'buy' | 'sell'; readonly value: string; readonly fee: string };

export function legTotal(leg: PricedLeg): string {
  const fee = amount(leg.fee);
  return formatAmount(amount(leg.value) + (leg.side === 'buy' ? fee : -fee));
}
