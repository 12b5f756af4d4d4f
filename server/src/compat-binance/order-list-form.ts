/**
 * An OCO order of these clients, in its two forms: an order above the price and one below it, or a price and a stop. One of the
 * two has to be a limit that earns, the other a stop that fills at the market, as that is what an OCO order is here.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../quotes/quotation.ts';
import { answered, failed } from './failure.ts';
import type { Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import { SIDES, notRequired, sideWrong } from './order-form.ts';
import type { Context } from './order-form.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';

/** Shorter than the name of an order, because the names of the list's orders are made from it. */
const LIST_NAME = /^[a-zA-Z0-9:_.-]{1,30}$/;
const OWN_NAME_CHARS = 28;
const UNSERVED = ['ClientOrderId', 'IcebergQty', 'TrailingDelta', 'TimeInForce', 'PegPriceType'] as const;
const UNSERVED_OLD = [
  'limitClientOrderId',
  'stopClientOrderId',
  'stopLimitPrice',
  'stopLimitTimeInForce',
  'limitIcebergQty',
  'stopIcebergQty',
  'trailingDelta',
] as const;

export type WantedList = {
  readonly pair: Pair;
  readonly side: (typeof SIDES)[number];
  readonly quantity: Amount;
  readonly price: Amount;
  readonly stopPrice: Amount;
  readonly clientOrderId: string;
};
type Levels = { readonly price: Amount | undefined; readonly stopPrice: Amount | undefined };
type Form = (asked: Asked, side: WantedList['side']) => Levels;

export function readList({ account, asked, market }: Context, form: Form): Result<WantedList> {
  const pair = asked.pair();
  const side = asked.needed(
    'side',
    asked.has('side') ? (asked.oneOf('side', SIDES) ?? asked.fail(sideWrong)) : undefined,
  );
  const quantity = asked.needed('quantity', asked.decimal('quantity'));
  const named = asked.text('listClientOrderId', LIST_NAME);
  const { price, stopPrice } = side === undefined ? NO_LEVELS : form(asked, side);
  if (asked.failure !== undefined) return asked.failure;
  if (pair === undefined || side === undefined || quantity === undefined) return sideWrong;
  if (price === undefined || stopPrice === undefined) return relationWrong;
  const terms = countingNow(pair.instrument, market);
  const filter = violatedFilter(terms, { quantity, price }) ?? violatedFilter(terms, { price: stopPrice });
  if (filter !== undefined) return filterFailure(filter);
  const clientOrderId = named ?? account.ownName().slice(0, OWN_NAME_CHARS);
  return answered({ pair, side, quantity, price, stopPrice, clientOrderId });
}

const NO_LEVELS: Levels = { price: undefined, stopPrice: undefined };

/** The order above is a sale's limit or a purchase's stop, and the order below is the other. */
export function aboveAndBelow(asked: Asked, side: WantedList['side']): Levels {
  const [limit, stop] = side === 'SELL' ? (['above', 'below'] as const) : (['below', 'above'] as const);
  for (const [place, type] of [
    [limit, 'LIMIT_MAKER'],
    [stop, 'STOP_LOSS'],
  ] as const) {
    const said = asked.needed(`${place}Type`, asked.given.get(`${place}Type`));
    if (said !== undefined && said !== type) asked.fail(typeWrong(`${place}Type`, type, side));
    for (const rest of UNSERVED) refuseIfSent(asked, `${place}${rest}`);
  }
  refuseIfSent(asked, `${limit}StopPrice`);
  refuseIfSent(asked, `${stop}Price`);
  return {
    price: asked.needed(`${limit}Price`, asked.decimal(`${limit}Price`)),
    stopPrice: asked.needed(`${stop}StopPrice`, asked.decimal(`${stop}StopPrice`)),
  };
}

export function priceAndStop(asked: Asked): Levels {
  for (const name of UNSERVED_OLD) refuseIfSent(asked, name);
  return {
    price: asked.needed('price', asked.decimal('price')),
    stopPrice: asked.needed('stopPrice', asked.decimal('stopPrice')),
  };
}

function refuseIfSent(asked: Asked, name: string): void {
  if (asked.has(name)) asked.fail(notRequired(name));
}

function typeWrong(name: string, type: string, side: string) {
  return failed(
    -1116,
    `Invalid orderType. An OCO ${side} has ${name} ${type}; its stop fills at the market.`,
  );
}

export const relationWrong = failed(-2010, 'The relationship of the prices for the orders is not correct.');

export function listFields({ pair, side, quantity, price, stopPrice, clientOrderId }: WantedList) {
  return {
    ...{ symbol: pair.instrument.symbol, side: side.toLowerCase(), type: 'oco' },
    ...{ quantity: formatAmount(quantity), price: formatAmount(price), stop_price: formatAmount(stopPrice) },
    client_order_id: clientOrderId,
  };
}
