/** Preview figures with two decimal places: payments are rounded up and receipts are rounded down. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';

const cent: Amount = 1_000_000n;

export function paidText(value: Amount): string {
  const rest = value % cent;
  return formatAmount(rest === 0n ? value : value - rest + cent);
}

export function receivedText(value: Amount): string {
  return formatAmount(value - (value % cent));
}
