/** The product that a chart's buttons trade. */
import { useParam } from '../../lib/location.ts';
import type { Quotation } from '../../live/quotes.ts';
import type { TradedHere } from './chart-footer.tsx';

/**
 * Returns the product that the buttons below the chart trade: for crypto the product in the link, for forex and metals leveraged
 * positions.
 */
export function useTraded(row: Quotation | undefined): TradedHere {
  const asked = useParam('product');
  if (row?.spot !== true) return 'forex';
  return asked === 'contract' ? 'contract' : 'spot';
}
