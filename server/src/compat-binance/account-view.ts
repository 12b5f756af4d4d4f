/** A customer's orders, trades and balances in the shapes of these clients. */
import { ONE, amount, toNumeric } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { nameOf } from './pairs.ts';

export type Order = CallOutput<'GET coin/list'>['items'][number];
export type Leg = Order['legs'][number];
type Wallets = CallOutput<'POST wallet/list'>;

const ZERO = toNumeric(0n);
const FEE_ASSET = 'USDT';

export function decimals(text: string): string {
  return toNumeric(amount(text));
}

/** Orders end as cancelled for a reason: by their customer, or by us, which these clients call expired. */
export function statusOf({ status, reason, cancel_asked_at: asked }: Order): string {
  if (status === 'filled') return 'FILLED';
  if (status === 'open') return asked === null ? 'NEW' : 'PENDING_CANCEL';
  return reason === 'customer' || reason === 'start_over' ? 'CANCELED' : 'EXPIRED';
}

export function filledValue({ legs }: Pick<Order, 'legs'>): string {
  return toNumeric(legs.reduce((sum, { value }) => sum + amount(value), 0n));
}

/** A conversion has two symbols, so it is no order of theirs; its two trades are listed as trades. */
export function isListed({ to_symbol: other, symbol }: Order): boolean {
  return other === null && nameOf(symbol) !== undefined;
}

/** An order with both a stop and a limit is shown as its stop. */
const TYPES: Readonly<Record<string, string>> = {
  market: 'MARKET',
  limit: 'LIMIT',
  stop: 'STOP_LOSS',
  stop_limit: 'STOP_LOSS_LIMIT',
  oco: 'STOP_LOSS_LIMIT',
};

export function typeOf({ type }: { readonly type: string }): string {
  return TYPES[type] ?? type.toUpperCase();
}

export function stopOf(order: object): string {
  const stop = 'stop_price' in order ? order.stop_price : null;
  return typeof stop === 'string' ? decimals(stop) : ZERO;
}

function common(order: Order, clientOrderId: string) {
  return {
    symbol: nameOf(order.symbol) ?? order.symbol,
    orderId: Number(order.id),
    orderListId: -1,
    clientOrderId,
    price: order.price === null ? ZERO : decimals(order.price),
    origQty: decimals(order.quantity),
    executedQty: decimals(order.filled_quantity),
    origQuoteOrderQty: ZERO,
    cummulativeQuoteQty: filledValue(order),
    status: statusOf(order),
    timeInForce: 'GTC',
    type: typeOf(order),
    side: order.side.toUpperCase(),
  };
}

export function orderView(order: Order, clientOrderId: string) {
  const time = order.created_at * 1000;
  return {
    ...common(order, clientOrderId),
    stopPrice: stopOf(order),
    icebergQty: ZERO,
    time,
    updateTime: order.updated_at * 1000,
    isWorking: true,
    workingTime: time,
    selfTradePreventionMode: 'NONE',
  };
}

export type ResponseType = 'ACK' | 'RESULT' | 'FULL';

export function placedView(
  order: Order,
  { clientOrderId, type, nowMs }: { clientOrderId: string; type: ResponseType; nowMs: number },
) {
  const { symbol, orderId, orderListId, ...rest } = common(order, clientOrderId);
  const ack = { symbol, orderId, orderListId, clientOrderId, transactTime: nowMs };
  if (type === 'ACK') return ack;
  const result = { ...ack, ...rest, workingTime: nowMs, selfTradePreventionMode: 'NONE' };
  return type === 'RESULT' ? result : { ...result, fills: order.legs.map((leg) => fillView(leg, order.id)) };
}

/** The fee is in USDT on both sides. A fill has no number of its own, because an order fills as a whole. */
function fillView(leg: Leg, id: string) {
  return {
    price: decimals(leg.price),
    qty: decimals(leg.quantity),
    commission: decimals(leg.fee),
    commissionAsset: FEE_ASSET,
    tradeId: Number(id),
  };
}

export function cancelledView(order: Order, names: { own: string; asked: string }, nowMs: number) {
  const { symbol, ...rest } = common(order, names.asked);
  return {
    symbol,
    origClientOrderId: names.own,
    ...rest,
    transactTime: nowMs,
    selfTradePreventionMode: 'NONE',
  };
}

export function tradeView(order: Order, leg: Leg) {
  return {
    symbol: nameOf(leg.symbol) ?? leg.symbol,
    id: Number(order.id),
    orderId: Number(order.id),
    orderListId: -1,
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
