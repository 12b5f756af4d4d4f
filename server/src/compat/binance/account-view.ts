/** A customer's orders, trades and balances in the shapes of these clients. */
import { ONE, amount, toNumeric } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Shown } from './order-lists.ts';
import { nameOf } from './pairs.ts';

export type Order = CallOutput<'GET coin/list'>['items'][number];
export type Leg = Order['legs'][number];
type Wallets = CallOutput<'POST wallet/list'>;

const ZERO = toNumeric(0n);
const FEE_ASSET = 'USDT';

export function decimals(text: string): string {
  return toNumeric(amount(text));
}

/**
 * Returns an order's status. An order that its customer ended is cancelled; one that we ended is what these clients call expired.
 */
export function statusOf({ status, reason, cancel_asked_at: asked, isPending }: Shown): string {
  if (status === 'filled') return 'FILLED';
  if (status === 'open' && isPending === true) return 'PENDING_NEW';
  if (status === 'open') return asked === null ? 'NEW' : 'PENDING_CANCEL';
  return reason === 'customer' || reason === 'start_over' ? 'CANCELED' : 'EXPIRED';
}

/** Returns the reason why an order ended, unless its customer cancelled it. */
export function expiryOf(order: Shown): string | undefined {
  if (statusOf(order) !== 'EXPIRED') return undefined;
  if (order.list !== undefined && order.reason === null) return 'OCO_TRIGGER';
  if (order.reason === 'liquidity_insufficient') return 'INSUFFICIENT_LIQUIDITY';
  if (order.time_in_force === 'IOC') return 'UNFILLED_IOC_QUANTITY_EXPIRED';
  if (order.time_in_force === 'FOK') return 'UNFILLED_FOK_ORDER_EXPIRED';
  return 'EXCHANGE_CANCELED';
}

export function filledValue({ legs }: Pick<Order, 'legs'>): string {
  return toNumeric(legs.reduce((sum, { value }) => sum + amount(value), 0n));
}

/** A conversion has two symbols, so it can't be shown as an order; its two trades are listed as trades. */
export function isListed({ to_symbol: other, symbol }: Order): boolean {
  return other === null && nameOf(symbol) !== undefined;
}

/** The types of orders. A row with both levels is always shown as the two orders of an order list. */
const TYPES = {
  market: 'MARKET',
  limit: 'LIMIT',
  stop: 'STOP_LOSS',
  stop_limit: 'STOP_LOSS_LIMIT',
  oco: 'OCO',
  trailing_stop: 'STOP_LOSS',
} as const;

export function typeOf({ type, isMaker }: Shown): string {
  return isMaker === true ? 'LIMIT_MAKER' : TYPES[type];
}

export function listOf({ list }: Pick<Shown, 'list'>): number {
  return list === undefined ? -1 : Number(list);
}

/**
 * Returns the number of an order's fill. Fills have no separate numbers, because each row fills as a whole, and only one
 * order of an OCO list fills.
 */
export function tradeOf({ id, row }: Pick<Shown, 'id' | 'row'>): number {
  return Number(row ?? id);
}

export function stopOf({ stop_price: stop }: Order): string {
  return stop === null ? ZERO : decimals(stop);
}

export function clientIdOf({ client_order_id: own, id }: Order): string {
  return own ?? `candor-${id}`;
}

/** Returns the time in force. `GTD`, which is our own, becomes `GTC`. */
export function timeInForceOf({ time_in_force: time }: Order): string {
  return time === 'GTD' ? 'GTC' : time;
}

function common(order: Shown, clientOrderId = clientIdOf(order)) {
  return {
    symbol: nameOf(order.symbol) ?? order.symbol,
    orderId: Number(order.id),
    orderListId: listOf(order),
    clientOrderId,
    price: order.price === null ? ZERO : decimals(order.price),
    origQty: decimals(order.quantity),
    executedQty: decimals(order.filled_quantity),
    origQuoteOrderQty: ZERO,
    cummulativeQuoteQty: filledValue(order),
    status: statusOf(order),
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    side: order.side.toUpperCase(),
  };
}

/** Whether the order can fill now. An order whose stop has not been reached can't. */
export function isWorking({ type, triggered_seq: triggered, status, isPending }: Shown): boolean {
  if (isPending === true) return false;
  return status !== 'open' || !(type === 'stop' || (type === 'stop_limit' && triggered === null));
}

function workingTime(order: Shown, sinceMs: number): number {
  return isWorking(order) ? sinceMs : -1;
}

export function orderView(order: Shown) {
  const time = order.created_at * 1000;
  return {
    ...common(order),
    stopPrice: stopOf(order),
    icebergQty: ZERO,
    time,
    updateTime: order.updated_at * 1000,
    isWorking: isWorking(order),
    workingTime: workingTime(order, time),
    selfTradePreventionMode: 'NONE',
    ...expiryReason(order),
  };
}

function stopPart(order: Order) {
  return order.stop_price === null ? {} : { stopPrice: stopOf(order) };
}

function expiryReason(order: Shown) {
  const reason = expiryOf(order);
  return reason === undefined ? {} : { expiryReason: reason };
}

export type ResponseType = 'ACK' | 'RESULT' | 'FULL';

export function placedView(order: Shown, { type, nowMs }: { type: ResponseType; nowMs: number }) {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = common(order);
  const ack = { symbol, orderId, orderListId, clientOrderId, transactTime: nowMs };
  if (type === 'ACK') return ack;
  const stop = stopPart(order);
  const since = { workingTime: workingTime(order, nowMs), selfTradePreventionMode: 'NONE' };
  const result = { ...ack, ...rest, ...stop, ...since, ...expiryReason(order) };
  return type === 'RESULT'
    ? result
    : { ...result, fills: order.legs.map((leg) => fillView(leg, tradeOf(order))) };
}

/** Formats a fill. The fee is in USDT on both sides. */
function fillView(leg: Leg, tradeId: number) {
  return {
    price: decimals(leg.price),
    qty: decimals(leg.quantity),
    commission: decimals(leg.fee),
    commissionAsset: FEE_ASSET,
    tradeId,
  };
}

export function cancelledView(order: Shown, { name, nowMs }: { name?: string | undefined; nowMs: number }) {
  const { symbol, ...rest } = common(order, name);
  return {
    symbol,
    origClientOrderId: clientIdOf(order),
    ...rest,
    ...stopPart(order),
    transactTime: nowMs,
    selfTradePreventionMode: 'NONE',
  };
}

export function tradeView(order: Shown, leg: Leg) {
  return {
    symbol: nameOf(leg.symbol) ?? leg.symbol,
    id: tradeOf(order),
    orderId: Number(order.id),
    orderListId: listOf(order),
    price: decimals(leg.price),
    qty: decimals(leg.quantity),
    quoteQty: decimals(leg.value),
    commission: decimals(leg.fee),
    commissionAsset: FEE_ASSET,
    time: order.updated_at * 1000,
    isBuyer: leg.side === 'buy',
    isMaker: false,
    isBestMatch: true,
  };
}

type Amendment = CallOutput<'GET order/amendments'>['items'][number];

/** Formats an amendment. Its number is the version of the order that it created. */
export function amendedView(order: Shown, { nowMs, version }: { nowMs: number; version: number }) {
  const { origQty, cummulativeQuoteQty, origQuoteOrderQty, clientOrderId, ...rest } = common(order);
  return {
    transactTime: nowMs,
    executionId: version,
    amendedOrder: {
      ...{ ...rest, origClientOrderId: clientOrderId, clientOrderId },
      ...{ qty: origQty, preventedQty: ZERO, quoteOrderQty: origQuoteOrderQty },
      cumulativeQuoteQty: cummulativeQuoteQty,
      ...stopPart(order),
      workingTime: workingTime(order, order.created_at * 1000),
      selfTradePreventionMode: 'NONE',
    },
  };
}

export function amendmentView(order: Shown, one: Amendment) {
  const name = clientIdOf(order);
  return {
    symbol: nameOf(order.symbol) ?? order.symbol,
    orderId: Number(order.id),
    executionId: one.version,
    ...{ origClientOrderId: name, newClientOrderId: name },
    ...{ origQty: decimals(one.was_quantity), newQty: decimals(one.quantity) },
    time: one.amended_at_ms,
  };
}

/** Formats the commission rates of a test order. */
export function orderCommission(feeRate: bigint) {
  const rate = toNumeric(feeRate);
  const nothing = { maker: ZERO, taker: ZERO };
  return {
    standardCommissionForOrder: { maker: rate, taker: rate },
    specialCommissionForOrder: nothing,
    taxCommissionForOrder: nothing,
    discount: NO_DISCOUNT,
  };
}

/** The discount, which never applies. */
export const NO_DISCOUNT = {
  ...{ enabledForAccount: false, enabledForSymbol: false, discountAsset: FEE_ASSET, discount: ZERO },
};

export function balances(wallets: Wallets, omitZero: boolean) {
  return wallets
    .map(({ currency, spot }) => ({
      asset: currency,
      free: decimals(spot.available),
      locked: decimals(spot.frozen),
    }))
    .filter(({ free, locked }) => !omitZero || free !== ZERO || locked !== ZERO);
}

export function accountView(
  wallets: Wallets,
  about: { customer: bigint; feeRate: bigint; canTrade: boolean; omitZero: boolean; nowMs: number },
) {
  const rate = toNumeric(about.feeRate);
  const basisPoints = (about.feeRate * 10_000n) / ONE;
  const hundredths = Number(basisPoints);
  return {
    makerCommission: hundredths,
    takerCommission: hundredths,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: rate, taker: rate, buyer: ZERO, seller: ZERO },
    canTrade: about.canTrade,
    canWithdraw: false,
    canDeposit: false,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: about.nowMs,
    accountType: 'SPOT',
    balances: balances(wallets, about.omitZero),
    permissions: ['SPOT'],
    uid: Number(about.customer),
  };
}
