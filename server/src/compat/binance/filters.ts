/**
 * The filters of a pair, which are the bounds of our published terms, and the checks against them. Clients round to these
 * filters, and expect a refusal to name the violated one.
 */
import { toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { PRICE_MAX } from '@candor/domain/trading/spot.ts';
import { LIMITS } from '../../limits.ts';
import { failed } from './failure.ts';
import type { Failure } from './failure.ts';

/** Returns the filters. Orders that wait for a trigger and order lists count as open orders, so they have no separate limit. */
export function filtersOf(instrument: ContractInstrument) {
  const { tickSize, quantityStep, quantityMin, quantityMax } = instrument;
  const quantities = {
    minQty: toNumeric(quantityMin),
    maxQty: toNumeric(quantityMax),
    stepSize: toNumeric(quantityStep),
  };
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: toNumeric(tickSize),
      maxPrice: toNumeric(PRICE_MAX),
      tickSize: toNumeric(tickSize),
    },
    { filterType: 'LOT_SIZE', ...quantities },
    { filterType: 'MARKET_LOT_SIZE', ...quantities },
    // Orders have no minimum value, only a minimum quantity.
    {
      filterType: 'NOTIONAL',
      minNotional: toNumeric(0n),
      applyMinToMarket: false,
      maxNotional: toNumeric((quantityMax * PRICE_MAX) / 10n ** 8n),
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: LIMITS.trading.openOrdersMax },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: LIMITS.trading.openOrdersMax },
  ];
}

export function filterFailure(name: string): { readonly ok: false; readonly failure: Failure } {
  return failed(-1013, `Filter failure: ${name}`);
}

export type Sized = { readonly quantity?: Amount | undefined; readonly price?: Amount | undefined };

/** Returns the filter that an order violates, or undefined if it violates none. */
export function violatedFilter(
  instrument: ContractInstrument,
  { quantity, price }: Sized,
): string | undefined {
  const { tickSize, quantityStep, quantityMin, quantityMax } = instrument;
  if (price !== undefined && (price < tickSize || price > PRICE_MAX || price % tickSize !== 0n))
    return 'PRICE_FILTER';
  if (
    quantity !== undefined &&
    (quantity < quantityMin || quantity > quantityMax || quantity % quantityStep !== 0n)
  )
    return 'LOT_SIZE';
  return undefined;
}
