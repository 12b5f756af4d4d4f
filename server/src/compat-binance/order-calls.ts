/** The calls that place, cancel and show orders. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { randomUUID } from 'node:crypto';
import { cancelledView, isListed, orderView, placedView } from './account-view.ts';
import type { Order } from './account-view.ts';
import type { Account } from './account.ts';
import { answered, failed, keyRejected, orderUnknown } from './failure.ts';
import type { Failure, Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import { countingNow } from '../quotes/quotation.ts';
import type { Market } from './market-view.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';
import { failureOf } from './refusals.ts';

export type Context = { readonly account: Account; readonly asked: Asked; readonly market: Market };

const CLIENT_ID = /^[a-zA-Z0-9:/_.-]{1,64}$/;
const TYPES = ['LIMIT', 'MARKET'] as const;
const SIDES = ['BUY', 'SELL'] as const;
const TIMES = ['GTC', 'IOC', 'FOK'] as const;
const NEVER_ZERO = ['stopPrice', 'trailingDelta', 'icebergQty', 'pegPriceType', 'pegOffsetValue'] as const;

type Wanted = {
  readonly pair: Pair;
  readonly side: (typeof SIDES)[number];
  readonly type: (typeof TYPES)[number];
  readonly timeInForce: (typeof TIMES)[number] | undefined;
  readonly quantity: Amount | undefined;
  readonly quoteQuantity: Amount | undefined;
  readonly price: Amount | undefined;
  readonly clientOrderId: string;
};

/** Reads an order, and refuses parameters that would change its meaning and that we don't serve. */
function readOrder(asked: Asked, market: Market): Result<Wanted> {
  const pair = asked.pair();
  const side = asked.needed(
    'side',
    asked.has('side') ? (asked.oneOf('side', SIDES) ?? asked.fail(sideWrong)) : undefined,
  );
  const said = asked.given.get('type');
  const type = asked.needed('type', said === undefined ? undefined : typeOf(said, asked));
  const timeInForce = asked.oneOf('timeInForce', TIMES);
  const quantity = asked.decimal('quantity');
  const quoteQuantity = asked.decimal('quoteOrderQty');
  const price = asked.decimal('price');
  const clientOrderId = asked.text('newClientOrderId', CLIENT_ID) ?? randomUUID();
  for (const name of NEVER_ZERO) if (asked.has(name)) asked.fail(notRequired(name));
  if (pair === undefined || side === undefined || type === undefined || asked.failure !== undefined)
    return asked.failure ?? sideWrong;
  const wanted = { pair, side, type, timeInForce, quantity, quoteQuantity, price, clientOrderId };
  const violation = violationOf(wanted, asked, market);
  return violation ?? answered(wanted);
}

const sideWrong = failed(-1117, 'Invalid side.');
const typeWrong = failed(-1116, 'Invalid orderType.');

function typeOf(said: string, asked: Asked): Wanted['type'] | undefined {
  return TYPES.find((one) => one === said) ?? asked.fail(typeWrong);
}

function notRequired(name: string) {
  return failed(-1106, `Parameter '${name}' sent when not required.`);
}

function violationOf(
  wanted: Wanted,
  asked: Asked,
  market: Market,
): { readonly ok: false; readonly failure: Failure } | undefined {
  const { pair, side, type, timeInForce, quantity, quoteQuantity, price } = wanted;
  if (type === 'LIMIT') {
    asked.needed('timeInForce', timeInForce);
    asked.needed('quantity', quantity);
    asked.needed('price', price);
    if (quoteQuantity !== undefined) asked.fail(notRequired('quoteOrderQty'));
  } else {
    if (timeInForce !== undefined) asked.fail(notRequired('timeInForce'));
    if (price !== undefined) asked.fail(notRequired('price'));
    if (quantity === undefined && quoteQuantity === undefined) asked.needed('quantity', undefined);
    if (quantity !== undefined && quoteQuantity !== undefined) asked.fail(notRequired('quoteOrderQty'));
    if (side === 'SELL' && quoteQuantity !== undefined) asked.fail(quoteSale);
  }
  if (asked.failure !== undefined) return asked.failure;
  const filter = violatedFilter(countingNow(pair.instrument, market), { quantity, price });
  return filter === undefined ? undefined : filterFailure(filter);
}

const quoteSale = failed(-2010, 'quoteOrderQty is not supported for a sale; send quantity instead.');
const notFilledNow = failed(-2010, 'The order would not fill at once at its price, so it was not placed.');

export async function place({ account, asked, market }: Context): Promise<Result> {
  const { deps, customer } = account;
  const read = readOrder(asked, market);
  const responses = asked.oneOf('newOrderRespType', ['ACK', 'RESULT', 'FULL']) ?? 'FULL';
  if (!read.ok) return read;
  if (asked.failure !== undefined) return asked.failure;
  const tooMany = deps.orderCount.refusal(customer, deps.now());
  if (tooMany !== undefined) return { ok: false, failure: tooMany };
  const wanted = read.value;
  const placed = await send(account, wanted);
  if (!placed.ok) return placed;
  deps.orderCount.add(customer, deps.now());
  const { id } = placed.value;
  deps.clientIds.remember(customer, id, wanted.clientOrderId);
  const isSettled = (order: Order) => order.status !== 'open' || order.type !== 'market';
  const found = await account.settled(id, isSettled);
  if (!found.ok) return found;
  const about = { clientOrderId: wanted.clientOrderId, type: responses, nowMs: deps.now() };
  return answered(placedView(found.value, about));
}

/** A program that sends an order again, under the name that it gave it, gets the first order. */
async function send(account: Account, wanted: Wanted): Promise<Result<{ readonly id: string }>> {
  const key = `binance-${wanted.clientOrderId}`;
  const { timeInForce } = wanted;
  const atOnce = wanted.type === 'LIMIT' && timeInForce !== undefined && timeInForce !== 'GTC';
  const made = await account.outcome('POST coin/trade', atOnce ? nowFields(wanted) : fieldsOf(wanted), key);
  if (made.ok) return answered(made.value);
  const { code } = made.refusal;
  if (atOnce && code === 'price_moved') return notFilledNow;
  // A sale below the bid fills at the bid, which is better than its limit.
  if (code !== 'limit_sell_below_price') return failureOf(made.refusal);
  const again = await account.outcome('POST coin/trade', nowFields(wanted), `${key}-now`);
  return again.ok ? answered(again.value) : failureOf(again.refusal);
}

const text = (value: Amount | undefined) => (value === undefined ? undefined : formatAmount(value));

function fieldsOf({ pair, side, type, quantity, quoteQuantity, price }: Wanted) {
  return {
    symbol: pair.instrument.symbol,
    side: side.toLowerCase(),
    type: type.toLowerCase(),
    ...(quantity === undefined ? { amount: text(quoteQuantity) } : { quantity: text(quantity) }),
    ...(price === undefined ? {} : { price: text(price) }),
  };
}

/** A limit order that fills at once, and not beyond its price. */
function nowFields({ pair, side, quantity, price }: Wanted) {
  return {
    ...{ symbol: pair.instrument.symbol, side: side.toLowerCase(), type: 'market' },
    quantity: text(quantity),
    worst_price: text(price),
  };
}

/** Checks an order as placing it would, except for the balance and the market's state. */
export function test({ account, asked, market }: Context): Result {
  const read = readOrder(asked, market);
  if (!read.ok) return read;
  if (!account.mayTrade()) return keyRejected;
  return answered({});
}

function readName(asked: Asked) {
  const orderId = asked.whole('orderId');
  const clientId = asked.text('origClientOrderId', CLIENT_ID);
  if (orderId === undefined && clientId === undefined) asked.needed('orderId', undefined);
  return { orderId, clientId };
}

export async function status({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const name = readName(asked);
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const found = await account.named(pair, name);
  return found.ok ? answered(orderView(found.value, account.nameOf(found.value))) : found;
}

export async function cancel({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const name = readName(asked);
  const askedName = asked.text('newClientOrderId', CLIENT_ID) ?? randomUUID();
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const found = await account.named(pair, name);
  if (!found.ok) return found.failure.code === -2013 ? orderUnknown : found;
  const { id } = found.value;
  const asking = await account.call('POST order/cancel', { id });
  if (!asking.ok) return asking;
  const ended = await account.settled(id, (order) => order.status !== 'open');
  if (!ended.ok) return ended;
  const own = account.nameOf(ended.value);
  return answered(cancelledView(ended.value, { own, asked: askedName }, account.deps.now()));
}

export async function cancelAll({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const { symbol } = pair.instrument;
  const asking = await account.call('POST order/cancel_all', { symbol });
  if (!asking.ok) return asking;
  if (asking.value.length === 0) return orderUnknown;
  const ended = await Promise.all(
    asking.value.map(({ id }) => account.settled(id, (order) => order.status !== 'open')),
  );
  const nowMs = account.deps.now();
  const views = ended.flatMap((one) => {
    if (!one.ok) return [];
    const own = account.nameOf(one.value);
    return [cancelledView(one.value, { own, asked: own }, nowMs)];
  });
  return answered(views);
}

export async function open({ account, asked }: Context): Promise<Result> {
  const pair = asked.has('symbol') ? asked.pair() : undefined;
  if (asked.failure !== undefined) return asked.failure;
  const symbol = pair?.instrument.symbol;
  const found = await account.list({ status: 'in_transaction', ...(symbol === undefined ? {} : { symbol }) });
  if (!found.ok) return found;
  const own = found.value.filter(isListed).toReversed();
  return answered(own.map((order) => orderView(order, account.nameOf(order))));
}

export async function all({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const limit = asked.limit(500, 1000);
  const from = asked.whole('orderId');
  const [startMs, endMs] = [asked.whole('startTime') ?? 0, asked.whole('endTime') ?? Infinity];
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const { symbol } = pair.instrument;
  const found = await account.list({ symbol, ...(from === undefined ? {} : { downTo: BigInt(from) }) });
  if (!found.ok) return found;
  const inside = found.value
    .filter(
      (order) => isListed(order) && order.created_at * 1000 >= startMs && order.created_at * 1000 <= endMs,
    )
    .toReversed();
  const some = from === undefined && startMs === 0 ? inside.slice(-limit) : inside.slice(0, limit);
  return answered(some.map((order) => orderView(order, account.nameOf(order))));
}

/** Cancels one order and places another. Both results are told, because either may fail. */
export async function replace(context: Context): Promise<Result> {
  const { account, asked, market } = context;
  const mode = asked.needed(
    'cancelReplaceMode',
    asked.oneOf('cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE']),
  );
  const pair = asked.pair();
  const orderId = asked.whole('cancelOrderId');
  const clientId = asked.text('cancelOrigClientOrderId', CLIENT_ID);
  if (orderId === undefined && clientId === undefined) asked.needed('cancelOrderId', undefined);
  const read = readOrder(asked, market);
  if (!read.ok) return read;
  if (pair === undefined || mode === undefined || asked.failure !== undefined)
    return asked.failure ?? orderUnknown;
  const found = await account.named(pair, { orderId, clientId });
  const cancelled = found.ok ? await cancelFound(account, found.value) : orderUnknown;
  const shown = (result: Result) =>
    result.ok ? result.value : { code: result.failure.code, msg: result.failure.msg };
  const said = (result: Result) => (result.ok ? 'SUCCESS' : 'FAILURE');
  if (!cancelled.ok && mode === 'STOP_ON_FAILURE') {
    return replaced(-2022, {
      cancelResult: 'FAILURE',
      newOrderResult: 'NOT_ATTEMPTED',
      cancelResponse: shown(cancelled),
      newOrderResponse: null,
    });
  }
  const placed = await place(context);
  const data = {
    cancelResult: said(cancelled),
    newOrderResult: said(placed),
    cancelResponse: shown(cancelled),
    newOrderResponse: shown(placed),
  };
  if (cancelled.ok && placed.ok) return answered(data);
  return replaced(cancelled.ok || placed.ok ? -2021 : -2022, data);
}

function replaced(code: number, data: object): Result {
  const partly = code === -2021;
  const { failure } = failed(
    code,
    partly ? 'Order cancel-replace partially failed.' : 'Order cancel-replace failed.',
    partly ? 409 : 400,
  );
  return { ok: false, failure: { ...failure, data } };
}

async function cancelFound(account: Account, { id }: Order): Promise<Result> {
  // Of the same request as the new order, which has an idempotency key of its own.
  const asking = await account.call('POST order/cancel', { id });
  if (!asking.ok) return asking;
  const ended = await account.settled(id, (order) => order.status !== 'open');
  if (!ended.ok) return ended;
  const own = account.nameOf(ended.value);
  return answered(cancelledView(ended.value, { own, asked: own }, account.deps.now()));
}
