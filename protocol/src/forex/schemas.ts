/** Forex and metals: the market list, and the data of an order form that needs no login. */
import * as v from 'valibot';
import { conversionRate, dealInput, ticket } from '../contracts/schemas.ts';
import { decimalOut } from '../fields.ts';
import { candles, candlesInput, quotation } from '../market/schemas.ts';

/** Bounds of an order. Quantities are in lots. */
const forexQuotation = v.object({
  ...v.omit(quotation, ['spot', 'spot_fee_rate']).entries,
  /** Units of the base currency in a lot. */
  contract_size: decimalOut,
  pip_size: decimalOut,
  leverages: v.array(v.number()),
  /** The fee as a fraction of the notional, on opening and on closing. */
  fee_rate: decimalOut,
});
export const forexQuotations = v.array(forexQuotation);

export const forexCandlesInput = candlesInput;
export const forexCandles = candles;

export const forexTicketInput = dealInput;
export const forexTicket = ticket;

export const conversionRates = v.array(conversionRate);
