/** The instruments that moved most in the last day, up and down, among those that can be traded now. */
import { amount } from '@candor/domain/money/amount.ts';
import type { Quotation } from '../../live/quotes.ts';

export function moversOf(
  rows: readonly Quotation[],
  direction: 'up' | 'down',
  count: number,
): readonly Quotation[] {
  const sign = direction === 'up' ? 1n : -1n;
  return rows
    .filter((row) => row.open)
    .map((row) => ({ row, moved: amount(row.change_24h) * sign }))
    .filter(({ moved }) => moved > 0n)
    .sort((a, b) => (a.moved === b.moved ? 0 : a.moved < b.moved ? 1 : -1))
    .slice(0, count)
    .map(({ row }) => row);
}
