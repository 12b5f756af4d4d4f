/** Converts the server's data on an instrument to the form that the pricing rule needs. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Quotation } from './quotes.ts';

export function instrumentOf(row: Quotation): Instrument {
  return {
    symbol: row.symbol,
    kind: row.kind,
    base: row.base,
    quote: row.quote,
    tickSize: amount(row.tick_size),
    quantityStep: amount(row.quantity_step),
    quantityMin: amount(row.quantity_min),
    quantityMax: amount(row.quantity_max),
    spotFeeRate: amount(row.spot_fee_rate),
    spot: row.spot,
    calendar: row.kind === 'crypto' ? 'always' : row.kind,
  };
}
