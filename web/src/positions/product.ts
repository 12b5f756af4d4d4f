/** The two products that share positions: contracts on crypto, and forex with metals. */
import type { Quotation } from '../live/quotes.ts';

export type Product = 'contract' | 'forex';

/** Which product trades an instrument with leverage. */
export function productOf(row: Pick<Quotation, 'kind'>): Product {
  return row.kind === 'crypto' ? 'contract' : 'forex';
}
