/** The server's codes for the reasons why an instrument can't be traded or no new position can be opened. */
import type { Quotation } from './quotes.ts';

export type ClosedReason = 'market_closed' | 'trading_closed' | 'pair_not_active';

/** `open` comes from the latest tick, which may be newer than the row. */
export function closedReason(row: Quotation, open: boolean): ClosedReason | undefined {
  if (open) return undefined;
  return row.closed_because === 'session' ? 'market_closed' : 'trading_closed';
}

/** Returns the reason why nothing can be opened or bought. Published terms may forbid it while positions can still be closed. */
export function openingReason(row: Quotation, open: boolean): ClosedReason | undefined {
  return row.offered ? closedReason(row, open) : 'pair_not_active';
}
