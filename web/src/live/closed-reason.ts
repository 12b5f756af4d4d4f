/** Why an instrument cannot be traded, or nothing new be opened, now, in the server's own words for it. */
import type { Quotation } from './quotes.ts';

export type ClosedReason = 'market_closed' | 'trading_closed' | 'pair_not_active';

/** `open` is of the latest tick, which may be newer than the row. */
export function closedReason(row: Quotation, open: boolean): ClosedReason | undefined {
  if (open) return undefined;
  return row.closed_because === 'session' ? 'market_closed' : 'trading_closed';
}

/** The same of what opens or buys, which published terms may not offer while what is open can be closed. */
export function openingReason(row: Quotation, open: boolean): ClosedReason | undefined {
  return row.offered ? closedReason(row, open) : 'pair_not_active';
}
