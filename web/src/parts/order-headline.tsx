/** The subject of an order, as the one large figure above the sentence that confirms it. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { AmountText } from './amount-text.tsx';

export type OrderHeadlineProps = { readonly value: Amount; readonly unit: string };

export function OrderHeadline({ value, unit }: OrderHeadlineProps) {
  return (
    <p className="pb-2 text-3xl font-semibold tracking-tight">
      <AmountText value={formatAmount(value)} decimals={8} minDecimals={0} unit={unit} />
    </p>
  );
}
