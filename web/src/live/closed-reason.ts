/** Why an instrument cannot be traded now, in the server's own words for it. */
import type { Quotation } from './quotes.ts';

export type ClosedReason = 'market_closed' | 'trading_closed';

/** `open` is of the latest tick, which may be newer than the row. */
export function closedReason(row: Quotation, open: boolean): ClosedReason | undefined {
  if (open) return undefined;
  return row.closed_because === 'session' ? 'market_closed' : 'trading_closed';
}
