/** Parses an order as these clients send it: its parameters, which of them each type needs, and the fields of our call. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../../quotes/quotation.ts';
import type { Account } from './account.ts';
import { answered, failed, invalidTimeInForce, notRequired } from './failure.ts';
import type { Failure, Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import type { Market } from './market-view.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';

export type Context = { readonly account: Account; readonly asked: Asked; readonly market: Market };

export const CLIENT_ID = /^[a-zA-Z0-9:_.-]{1,36}$/;
const TYPES = [
  'LIMIT',
  'MARKET',
  'LIMIT_MAKER',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export const SIDES = ['BUY', 'SELL'] as const;
export const TIMES = ['GTC', 'IOC', 'FOK'] as const;
const RESPONSES = ['ACK', 'RESULT', 'FULL'] as const;

const unsupported = (what: string) => failed(-2010, `${what} orders are not supported for this symbol.`);
const unserved: readonly (readonly [name: string, refusal: ReturnType<typeof unsupported>])[] = [
  ['trailingDelta', unsupported('Trailing stop')],
  ['icebergQty', unsupported('Iceberg')],
  ['pegPriceType', unsupported('Pegged')],
  ['pegOffsetType', unsupported('Pegged')],
  ['pegOffsetValue', unsupported('Pegged')],
];

/** The names of an order's parameters. */
export const ORDER_NAMES = [
  'symbol side type timeInForce quantity quoteOrderQty price newClientOrderId stopPrice newOrderRespType',
  'selfTradePreventionMode',
  ...unserved.map(([name]) => name),
].join(' ');

export type Wanted = {
  readonly pair: Pair;
  readonly side: (typeof SIDES)[number];
  readonly type: (typeof TYPES)[number];
  readonly timeInForce: (typeof TIMES)[number] | undefined;
  readonly quantity: Amount | undefined;
  readonly quoteQuantity: Amount | undefined;
  readonly price: Amount | undefined;
  readonly stopPrice: Amount | undefined;
  readonly clientOrderId: string;
  readonly responses: (typeof RESPONSES)[number];
};

/** Parses an order. Refuses parameters that we don't support and that would change the order's meaning. */
export function readOrder({ account, asked, market }: Context): Result<Wanted> {
  const pair = asked.pair();
  const side = asked.needed('side', asked.oneOf('side', SIDES, sideWrong));
  const type = asked.needed('type', asked.oneOf('type', TYPES, typeWrong));
  const timeInForce = asked.oneOf('timeInForce', TIMES, invalidTimeInForce);
  const quantity = asked.decimal('quantity');
  const quoteQuantity = asked.decimal('quoteOrderQty');
  const price = asked.decimal('price');
  const clientOrderId = asked.text('newClientOrderId', CLIENT_ID) ?? account.ownName();
  const stopPrice = asked.decimal('stopPrice');
  asked.oneOf('selfTradePreventionMode', ['NONE']);
  const usual = type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK';
  const responses = asked.oneOf('newOrderRespType', RESPONSES) ?? usual;
  for (const [name, refusal] of unserved) if (asked.has(name)) asked.fail(refusal);
  if (pair === undefined || side === undefined || type === undefined || asked.failure !== undefined)
    return asked.failure ?? sideWrong;
  const conditions = { timeInForce, quantity, quoteQuantity, price, stopPrice };
  const wanted = { pair, side, type, ...conditions, clientOrderId, responses };
  const violation = violationOf(wanted, asked, market);
  return violation ?? answered(wanted);
}

export const sideWrong = failed(-1117, 'Invalid side.');
const typeWrong = failed(-1116, 'Invalid orderType.');

/** For each type of order, whether the parameters are required (true) or refused (false). */
const FORMS = {
  LIMIT: { times: true, prices: true, stops: false },
  MARKET: { times: false, prices: false, stops: false },
  LIMIT_MAKER: { times: false, prices: true, stops: false },
  STOP_LOSS: { times: false, prices: false, stops: true },
  STOP_LOSS_LIMIT: { times: true, prices: true, stops: true },
  TAKE_PROFIT: { times: false, prices: false, stops: true },
  TAKE_PROFIT_LIMIT: { times: true, prices: true, stops: true },
} as const;

function violationOf(
  wanted: Wanted,
  asked: Asked,
  market: Market,
): { readonly ok: false; readonly failure: Failure } | undefined {
  const { pair, side, type, timeInForce, quantity, quoteQuantity, price, stopPrice } = wanted;
  const { times, prices, stops } = FORMS[type];
  const forms = [
    ['timeInForce', timeInForce, times],
    ['price', price, prices],
    ['stopPrice', stopPrice, stops],
  ] as const;
  for (const [name, value, isNeeded] of forms) {
    if (isNeeded) asked.needed(name, value);
    else if (value !== undefined) asked.fail(notRequired(name));
  }
  if (quoteQuantity === undefined) asked.needed('quantity', quantity);
  else if (quantity !== undefined || type !== 'MARKET') asked.fail(notRequired('quoteOrderQty'));
  else if (side === 'SELL') asked.fail(quoteSale);
  if (asked.failure !== undefined) return asked.failure;
  const filter =
    violatedFilter(countingNow(pair.instrument, market), { quantity, price }) ??
    violatedFilter(countingNow(pair.instrument, market), { price: stopPrice });
  return filter === undefined ? undefined : filterFailure(filter);
}

const quoteSale = failed(-2010, 'quoteOrderQty is not supported for a sale; send quantity instead.');

const text = (value: Amount | undefined) => (value === undefined ? undefined : formatAmount(value));

export function fieldsOf(wanted: Wanted) {
  const { pair, side, type, quantity, quoteQuantity, price, stopPrice, timeInForce, clientOrderId } = wanted;
  const common = {
    ...{ symbol: pair.instrument.symbol, side: side.toLowerCase(), client_order_id: clientOrderId },
    ...(quantity === undefined ? { amount: text(quoteQuantity) } : { quantity: text(quantity) }),
    ...(timeInForce === undefined ? {} : { time_in_force: timeInForce }),
  };
  switch (type) {
    case 'MARKET':
      return { ...common, type: 'market' };
    case 'LIMIT':
      return { ...common, type: 'limit', price: text(price) };
    case 'LIMIT_MAKER':
      return { ...common, type: 'limit', price: text(price), post_only: true };
    case 'STOP_LOSS':
      return { ...common, type: 'stop', stop_price: text(stopPrice) };
    case 'STOP_LOSS_LIMIT':
      return { ...common, type: 'stop_limit', stop_price: text(stopPrice), price: text(price) };
    case 'TAKE_PROFIT':
    case 'TAKE_PROFIT_LIMIT':
      return { ...common, type: 'limit', price: text(profitLimit(wanted)), post_only: true };
  }
}

/**
 * Returns the price of the limit order that is equivalent to a take-profit order. A limit order fills at the first quote that
 * reaches it, at that quote's price. An order that waits for a better price and then fills is therefore a limit order at that
 * price, or at its own limit if that is better still.
 */
function profitLimit({ side, price, stopPrice }: Wanted): Amount | undefined {
  if (price === undefined || stopPrice === undefined) return stopPrice;
  const isLimit = side === 'SELL' ? price > stopPrice : price < stopPrice;
  return isLimit ? price : stopPrice;
}

/** Builds a limit order that fills immediately, and not beyond its price: a market order with a worst price. */
export function nowFields({ pair, side, quantity, price, clientOrderId }: Wanted) {
  return {
    ...{ symbol: pair.instrument.symbol, side: side.toLowerCase(), type: 'market' },
    ...{ quantity: text(quantity), client_order_id: clientOrderId },
    worst_price: text(price),
  };
}
