/** The signed calls. Each row has the call's weight and its answer. A key that lacks the scope that a call needs is refused. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import { countingNow } from '../../quotes/quotation.ts';
import { NO_DISCOUNT, accountView, balances, tradeView } from './account-view.ts';
import { answered, failed, orderUnknown } from './failure.ts';
import type { Result } from './failure.ts';
import { amend, amendments } from './order-amend.ts';
import * as orders from './order-calls.ts';
import { CHAIN_NAMES, SHORT_CHAIN_NAMES } from './order-chain-form.ts';
import { ORDER_NAMES } from './order-form.ts';
import type { Context } from './order-form.ts';
import * as lists from './order-list-calls.ts';
import { LIST_NAMES, OLD_LIST_NAMES } from './order-list-form.ts';
import { rowOf, shownOf } from './order-lists.ts';
import { replace } from './order-replace.ts';
import { nameOf, listedSymbols, pairOf } from './pairs.ts';
import type { Asked } from './parameters.ts';
import { RATE_LIMITS } from './weights.ts';

export type SignedCall = {
  readonly weight: number | ((asked: Asked) => number);
  /** The names of the call's parameters, separated by spaces, without those of every signed request. */
  readonly takes: string;
  /** Whether the call places or ends orders. Its signature then can't be used for any other call. */
  readonly changes?: true;
  /** Whether the answer states how many orders the customer has placed. */
  readonly countsOrders?: true;
  readonly answer: (context: Context) => Result | Promise<Result>;
};

const ZERO = toNumeric(0n);

async function account({ account: own, asked, market }: Context): Promise<Result> {
  const omitZero = asked.flag('omitZeroBalances') ?? false;
  if (asked.failure !== undefined) return asked.failure;
  const wallets = await own.call('POST wallet/list', {});
  const [first] = listedSymbols.flatMap((name) => pairOf(name) ?? []);
  if (!wallets.ok || first === undefined) return wallets;
  const about = {
    ...{ customer: own.customer, canTrade: own.mayTrade(), omitZero, nowMs: own.deps.houseNow() },
    feeRate: countingNow(first.instrument, market).spotFeeRate,
  };
  return answered(accountView(wallets.value, about));
}

/**
 * Returns the currencies with their balances, for clients that load them together with the markets. Money can be moved only in
 * the app.
 */
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
  const limit = asked.limit();
  asked.excluding(['orderId', 'fromId'], ['startTime', 'endTime']);
  const [orderId, fromId] = [asked.whole('orderId'), asked.whole('fromId')];
  const { startMs = 0, endMs = Infinity } = asked.period({ isOfADay: true });
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const { symbol } = pair.instrument;
  const downTo = rowOf(orderId ?? fromId ?? 0);
  const found = await own.list({ status: 'completed', symbol, downTo });
  if (!found.ok) return found;
  const inside = found.value
    .flatMap(shownOf)
    .filter(({ id }) => orderId === undefined || id === String(orderId))
    .flatMap((order) => order.legs.map((leg) => tradeView(order, leg)))
    .filter(
      ({ symbol: of, id, time }) =>
        of === pair.name && id >= (fromId ?? 0) && time >= startMs && time <= endMs,
    )
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
    discount: NO_DISCOUNT,
  });
}

/** Returns an empty list, because customers' orders are never matched with each other and none is routed elsewhere. */
function none({ asked }: Context): Result {
  asked.pair();
  for (const name of ['orderId', 'preventedMatchId', 'fromPreventedMatchId', 'fromAllocationId'])
    asked.whole(name);
  asked.limit();
  asked.period({ isOfADay: true });
  return asked.failure ?? answered([]);
}

function preventedMatches(context: Context): Result {
  const { asked } = context;
  asked.eitherNeeded('preventedMatchId', 'orderId');
  asked.excluding(['preventedMatchId'], ['orderId', 'fromPreventedMatchId']);
  return none(context);
}

/** Returns the filters of the account: there are none, because all filters are published with the symbols. */
function ownFilters({ asked }: Context): Result {
  asked.pair();
  return asked.failure ?? answered({ exchangeFilters: [], symbolFilters: [], assetFilters: [] });
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

const NAMED = 'symbol orderId origClientOrderId';
const REPLACED =
  `cancelReplaceMode cancelNewClientOrderId cancelOrigClientOrderId cancelOrderId cancelRestrictions
  orderRateLimitExceededMode`.replaceAll(/\s+/g, ' ');
const RANGE = 'startTime endTime limit';

export const signedCalls: ReadonlyMap<string, SignedCall> = new Map<string, SignedCall>([
  [
    'POST /api/v3/order',
    { weight: 1, takes: ORDER_NAMES, countsOrders: true, changes: true, answer: orders.place },
  ],
  [
    'POST /api/v3/order/test',
    {
      weight: (asked) => (asked.given.get('computeCommissionRates') === 'true' ? 20 : 1),
      takes: `${ORDER_NAMES} computeCommissionRates`,
      answer: orders.test,
    },
  ],
  ['GET /api/v3/order', { weight: 4, takes: NAMED, answer: orders.status }],
  [
    'DELETE /api/v3/order',
    {
      weight: 1,
      takes: `${NAMED} newClientOrderId cancelRestrictions`,
      changes: true,
      answer: orders.cancel,
    },
  ],
  [
    'POST /api/v3/order/cancelReplace',
    { weight: 1, takes: `${ORDER_NAMES} ${REPLACED}`, countsOrders: true, changes: true, answer: replace },
  ],
  [
    'GET /api/v3/openOrders',
    { weight: (asked) => (asked.has('symbol') ? 6 : 80), takes: 'symbol', answer: orders.open },
  ],
  ['DELETE /api/v3/openOrders', { weight: 1, takes: 'symbol', changes: true, answer: orders.cancelAll }],
  [
    'PUT /api/v3/order/amend/keepPriority',
    { weight: 4, takes: `${NAMED} newClientOrderId newQty`, changes: true, answer: amend },
  ],
  [
    'GET /api/v3/order/amendments',
    { weight: 4, takes: 'symbol orderId fromExecutionId limit', answer: amendments },
  ],
  ['GET /api/v3/allOrders', { weight: 20, takes: `symbol orderId ${RANGE}`, answer: orders.all }],
  [
    'POST /api/v3/orderList/oco',
    { weight: 1, takes: LIST_NAMES, countsOrders: true, changes: true, answer: lists.placeList },
  ],
  [
    'POST /api/v3/order/oco',
    { weight: 1, takes: OLD_LIST_NAMES, countsOrders: true, changes: true, answer: lists.placeOldList },
  ],
  [
    'POST /api/v3/orderList/oto',
    {
      weight: 1,
      takes: SHORT_CHAIN_NAMES,
      countsOrders: true,
      changes: true,
      answer: lists.placeShortChain,
    },
  ],
  [
    'POST /api/v3/orderList/otoco',
    { weight: 1, takes: CHAIN_NAMES, countsOrders: true, changes: true, answer: lists.placeChain },
  ],
  ['GET /api/v3/orderList', { weight: 4, takes: 'orderListId origClientOrderId', answer: lists.listStatus }],
  [
    'DELETE /api/v3/orderList',
    {
      weight: 1,
      takes: 'symbol orderListId listClientOrderId newClientOrderId',
      changes: true,
      answer: lists.cancelList,
    },
  ],
  ['GET /api/v3/allOrderList', { weight: 20, takes: `fromId ${RANGE}`, answer: lists.allLists }],
  ['GET /api/v3/openOrderList', { weight: 6, takes: '', answer: lists.openLists }],
  [
    'GET /api/v3/myTrades',
    {
      weight: (asked) => (asked.has('orderId') ? 5 : 20),
      takes: `symbol orderId fromId ${RANGE}`,
      answer: trades,
    },
  ],
  [
    'GET /api/v3/myPreventedMatches',
    {
      weight: (asked) => (asked.has('orderId') ? 20 : 2),
      takes: 'symbol preventedMatchId orderId fromPreventedMatchId limit',
      answer: preventedMatches,
    },
  ],
  [
    'GET /api/v3/myAllocations',
    { weight: 20, takes: `symbol fromAllocationId orderId ${RANGE}`, answer: none },
  ],
  ['GET /api/v3/myFilters', { weight: 40, takes: 'symbol', answer: ownFilters }],
  ['GET /api/v3/account', { weight: 20, takes: 'omitZeroBalances', answer: account }],
  ['GET /api/v3/account/commission', { weight: 20, takes: 'symbol', answer: commission }],
  ['GET /api/v3/rateLimit/order', { weight: 40, takes: '', answer: orderLimits }],
  ['GET /sapi/v1/asset/tradeFee', { weight: 1, takes: 'symbol', answer: fees }],
  ['GET /sapi/v1/capital/config/getall', { weight: 10, takes: '', answer: coins }],
]);

export const unsupported = failed(-1020, 'This operation is not supported.');

/**
 * Calls that nobody may make. They are refused before authentication. Listen keys are refused because they work without
 * a signature, like a password.
 */
export const refusedCalls: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['POST /api/v3/userDataStream', listenKeysGone],
  ['PUT /api/v3/userDataStream', listenKeysGone],
  ['DELETE /api/v3/userDataStream', listenKeysGone],
  ['POST /api/v3/orderList/opo', unsupported],
  ['POST /api/v3/orderList/opoco', unsupported],
  ['POST /api/v3/sor/order', unsupported],
  ['POST /api/v3/sor/order/test', unsupported],
]);
