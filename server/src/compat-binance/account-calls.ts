/** The signed calls: each row has its weight and its answer. A key without the scope that a call needs is refused. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import { countingNow } from '../quotes/quotation.ts';
import { accountView, balances, tradeView } from './account-view.ts';
import { answered, failed, orderUnknown } from './failure.ts';
import type { Result } from './failure.ts';
import * as orders from './order-calls.ts';
import type { Context } from './order-form.ts';
import * as lists from './order-list-calls.ts';
import { rowOf, shownOf } from './order-lists.ts';
import { nameOf, listedSymbols, pairOf } from './pairs.ts';
import { RATE_LIMITS } from './weights.ts';

export type SignedCall = {
  readonly weight: number;
  /** Whether it places or ends orders. Its signature then counts for nothing else. */
  readonly changes?: true;
  /** Whether the answer states how many orders the customer has placed. */
  readonly countsOrders?: true;
  readonly answer: (context: Context) => Result | Promise<Result>;
};

const ZERO = toNumeric(0n);

async function account({ account: own, asked, market }: Context): Promise<Result> {
  const omitZero = asked.oneOf('omitZeroBalances', ['true', 'false']) === 'true';
  if (asked.failure !== undefined) return asked.failure;
  const wallets = await own.call('POST wallet/list', {});
  const [first] = listedSymbols.flatMap((name) => pairOf(name) ?? []);
  if (!wallets.ok || first === undefined) return wallets;
  const about = {
    ...{ customer: own.customer, canTrade: own.mayTrade(), omitZero, nowMs: own.deps.now() },
    feeRate: countingNow(first.instrument, market).spotFeeRate,
  };
  return answered(accountView(wallets.value, about));
}

/** The currencies with their balances, for clients that load them with the markets. Money moves only in the app. */
async function coins({ account: own }: Context): Promise<Result> {
  const wallets = await own.call('POST wallet/list', {});
  if (!wallets.ok) return wallets;
  const rows = balances(wallets.value, false).map(({ asset, free, locked }) => ({
    coin: asset,
    name: asset,
    ...{ free, locked, freeze: ZERO, ipoable: ZERO, ipoing: ZERO, storage: ZERO, withdrawing: ZERO },
    ...{ depositAllEnable: false, withdrawAllEnable: false, isLegalMoney: false, trading: true },
    networkList: [],
  }));
  return answered(rows);
}

async function trades({ account: own, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const limit = asked.limit(500, 1000);
  const [orderId, fromId] = [asked.whole('orderId'), asked.whole('fromId')];
  const [startMs, endMs] = [asked.whole('startTime') ?? 0, asked.whole('endTime') ?? Infinity];
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const { symbol } = pair.instrument;
  const downTo = rowOf(orderId ?? fromId ?? 0);
  const found = await own.list({ status: 'completed', symbol, downTo });
  if (!found.ok) return found;
  const inside = found.value
    .flatMap(shownOf)
    .filter(({ id }) => orderId === undefined || id === String(orderId))
    .flatMap((order) => order.legs.map((leg) => tradeView(order, leg)))
    .filter((trade) => trade.symbol === pair.name && trade.time >= startMs && trade.time <= endMs)
    .toReversed();
  return answered(fromId === undefined && startMs === 0 ? inside.slice(-limit) : inside.slice(0, limit));
}

function commission({ asked, market }: Context): Result {
  const pair = asked.pair();
  if (pair === undefined) return asked.failure ?? orderUnknown;
  const rate = toNumeric(countingNow(pair.instrument, market).spotFeeRate);
  const nothing = { maker: ZERO, taker: ZERO, buyer: ZERO, seller: ZERO };
  return answered({
    symbol: nameOf(pair.instrument.symbol),
    standardCommission: { ...nothing, maker: rate, taker: rate },
    specialCommission: nothing,
    taxCommission: nothing,
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: 'USDT', discount: ZERO },
  });
}

function fees({ asked, market }: Context): Result {
  const [pairs] = asked.pairs();
  if (asked.failure !== undefined) return asked.failure;
  const rows = pairs.map((pair) => {
    const rate = toNumeric(countingNow(pair.instrument, market).spotFeeRate);
    return { symbol: pair.name, makerCommission: rate, takerCommission: rate };
  });
  return answered(rows);
}

function orderLimits({ account: own }: Context): Result {
  const { tenSeconds, day } = own.deps.orderCount.counts(own.customer, own.deps.now());
  return answered(
    RATE_LIMITS.filter(({ rateLimitType }) => rateLimitType === 'ORDERS').map((limit) => ({
      ...limit,
      count: limit.interval === 'DAY' ? day : tenSeconds,
    })),
  );
}

const listenKeysGone = failed(
  -1000,
  'Listen keys are not served: subscribe to the user data stream over the WebSocket API, with a signature.',
  410,
);

export const signedCalls: ReadonlyMap<string, SignedCall> = new Map<string, SignedCall>([
  ['POST /api/v3/order', { weight: 1, changes: true, countsOrders: true, answer: orders.place }],
  ['POST /api/v3/order/test', { weight: 1, answer: orders.test }],
  ['GET /api/v3/order', { weight: 4, answer: orders.status }],
  ['DELETE /api/v3/order', { weight: 1, changes: true, answer: orders.cancel }],
  [
    'POST /api/v3/order/cancelReplace',
    { weight: 1, changes: true, countsOrders: true, answer: orders.replace },
  ],
  ['GET /api/v3/openOrders', { weight: 6, answer: orders.open }],
  ['DELETE /api/v3/openOrders', { weight: 1, changes: true, answer: orders.cancelAll }],
  ['GET /api/v3/allOrders', { weight: 20, answer: orders.all }],
  ['POST /api/v3/orderList/oco', { weight: 1, changes: true, countsOrders: true, answer: lists.placeList }],
  ['POST /api/v3/order/oco', { weight: 1, changes: true, countsOrders: true, answer: lists.placeOldList }],
  ['GET /api/v3/orderList', { weight: 4, answer: lists.listStatus }],
  ['DELETE /api/v3/orderList', { weight: 1, changes: true, answer: lists.cancelList }],
  ['GET /api/v3/allOrderList', { weight: 20, answer: lists.allLists }],
  ['GET /api/v3/openOrderList', { weight: 6, answer: lists.openLists }],
  ['GET /api/v3/myTrades', { weight: 20, answer: trades }],
  ['GET /api/v3/account', { weight: 20, answer: account }],
  ['GET /api/v3/account/commission', { weight: 20, answer: commission }],
  ['GET /api/v3/rateLimit/order', { weight: 40, answer: orderLimits }],
  ['GET /sapi/v1/asset/tradeFee', { weight: 1, answer: fees }],
  ['GET /sapi/v1/capital/config/getall', { weight: 10, answer: coins }],
]);

/** Without a signature, a listen key would be a password, so these answer before anybody is authenticated. */
export const refusedCalls: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['POST /api/v3/userDataStream', listenKeysGone],
  ['PUT /api/v3/userDataStream', listenKeysGone],
  ['DELETE /api/v3/userDataStream', listenKeysGone],
]);
