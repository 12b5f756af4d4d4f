/**
 * A working order with one pending order (OTO) or two (OTOCO). Here it is a purchase with a bracket: once it fills, exactly the
 * quantity bought is put on sale at a limit, at a stop or at both.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../../quotes/quotation.ts';
import { answered, combination, failed, invalidTimeInForce, notRequired } from './failure.ts';
import type { Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import { CLIENT_ID, SIDES, TIMES, sideWrong } from './order-form.ts';
import type { Context } from './order-form.ts';
import { legNames, legsOf, refuseIfSent, relationWrong } from './order-list-form.ts';
import type { Places } from './order-list-form.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';

const PENDING: Places = { above: 'pendingAbove', below: 'pendingBelow' };
const UNSERVED = ['IcebergQty', 'PegPriceType', 'PegOffsetType', 'PegOffsetValue'].map(
  (name) => `working${name}`,
);

const UNSERVED_PENDING = [
  'IcebergQty',
  'TrailingDelta',
  'PegPriceType',
  'PegOffsetType',
  'PegOffsetValue',
  // The pending order has a name only once it has a row, so a name for it is refused.
  'ClientOrderId',
].map((name) => `pending${name}`);

const COMMON_NAMES = [
  'symbol listClientOrderId newOrderRespType selfTradePreventionMode',
  'workingType workingSide workingPrice workingQuantity workingTimeInForce workingClientOrderId',
  ...UNSERVED,
  'pendingSide pendingQuantity',
].join(' ');
export const CHAIN_NAMES = `${COMMON_NAMES} ${legNames(PENDING)}`;
export const SHORT_CHAIN_NAMES = [
  `${COMMON_NAMES} pendingType pendingPrice pendingStopPrice pendingTimeInForce`,
  ...UNSERVED_PENDING,
].join(' ');

export type WantedChain = {
  readonly pair: Pair;
  readonly isMaker: boolean;
  readonly timeInForce: (typeof TIMES)[number] | undefined;
  readonly quantity: Amount;
  readonly price: Amount;
  /** At least one of the two is set. */
  readonly takeProfit: Amount | undefined;
  readonly stopLoss: Amount | undefined;
  readonly clientOrderId: string;
};
type Protection = Pick<WantedChain, 'takeProfit' | 'stopLoss'>;
type Form = (asked: Asked) => Protection;

/** The sale protects exactly the quantity bought. */
const combinationUnserved = failed(-1014, 'Unsupported order combination.');
const typeWrong = failed(-1116, 'Invalid orderType.');

export function readChain({ account, asked, market }: Context, form: Form): Result<WantedChain> {
  const pair = asked.pair();
  const working = readWorking(asked);
  const sides = [sideOf(asked, 'workingSide'), sideOf(asked, 'pendingSide')];
  const sold = asked.needed('pendingQuantity', asked.decimal('pendingQuantity'));
  if (asked.failure !== undefined) return asked.failure;
  if (sides[0] !== 'BUY' || sides[1] !== 'SELL' || sold !== working.quantity) return combinationUnserved;
  const { takeProfit, stopLoss } = form(asked);
  asked.oneOf('selfTradePreventionMode', ['NONE']);
  const { isMaker, timeInForce, price, name } = working;
  if (asked.failure !== undefined) return asked.failure;
  if (pair === undefined || sold === undefined || price === undefined) return relationWrong;
  const terms = countingNow(pair.instrument, market);
  const filter =
    violatedFilter(terms, { quantity: sold, price }) ??
    violatedFilter(terms, { price: takeProfit }) ??
    violatedFilter(terms, { price: stopLoss });
  if (filter !== undefined) return filterFailure(filter);
  const clientOrderId = name ?? account.ownName();
  const prices = { quantity: sold, price, takeProfit, stopLoss };
  return answered({ pair, isMaker, timeInForce, ...prices, clientOrderId });
}

/** Reads two pending orders: a limit and a stop, of which only one fills. */
export function twoPending(asked: Asked): Protection {
  const { price, stopPrice } = legsOf(asked, 'SELL', PENDING);
  for (const place of Object.values(PENDING)) refuseIfSent(asked, `${place}ClientOrderId`);
  return { takeProfit: price, stopLoss: stopPrice };
}

const PENDING_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'TAKE_PROFIT',
  'STOP_LOSS',
  'MARKET',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT_LIMIT',
] as const;
const PENDING_PRICES = {
  LIMIT: 'pendingPrice',
  LIMIT_MAKER: 'pendingPrice',
  TAKE_PROFIT: 'pendingStopPrice',
  STOP_LOSS: 'pendingStopPrice',
} as const;

function isServed(type: string): type is keyof typeof PENDING_PRICES {
  return Object.hasOwn(PENDING_PRICES, type);
}

/** Reads one pending order: a limit (or a take profit), or a stop that fills at the market price. */
export function onePending(asked: Asked): Protection {
  const none = { takeProfit: undefined, stopLoss: undefined };
  const type = asked.needed('pendingType', asked.oneOf('pendingType', PENDING_TYPES, typeWrong));
  const timeInForce = asked.oneOf('pendingTimeInForce', TIMES, invalidTimeInForce);
  for (const name of UNSERVED_PENDING) refuseIfSent(asked, name);
  if (type === undefined) return none;
  // The sale stays open until it is cancelled, so no other time in force is accepted.
  if (!isServed(type) || (timeInForce !== undefined && timeInForce !== 'GTC')) {
    asked.fail(combinationUnserved);
    return none;
  }
  if (type === 'LIMIT') asked.needed('pendingTimeInForce', timeInForce);
  else if (timeInForce !== undefined) asked.fail(notRequired('pendingTimeInForce'));
  const name = PENDING_PRICES[type];
  refuseIfSent(asked, name === 'pendingPrice' ? 'pendingStopPrice' : 'pendingPrice');
  const level = asked.needed(name, asked.decimal(name));
  return type === 'STOP_LOSS' ? { ...none, stopLoss: level } : { ...none, takeProfit: level };
}

function sideOf(asked: Asked, name: string) {
  return asked.needed(name, asked.oneOf(name, SIDES, sideWrong));
}

function readWorking(asked: Asked) {
  const type = asked.needed('workingType', asked.oneOf('workingType', ['LIMIT', 'LIMIT_MAKER'], typeWrong));
  const timeInForce = asked.oneOf('workingTimeInForce', TIMES, invalidTimeInForce);
  if (type === 'LIMIT') asked.needed('workingTimeInForce', timeInForce);
  else if (timeInForce !== undefined) asked.fail(notRequired('workingTimeInForce'));
  for (const name of UNSERVED) refuseIfSent(asked, name);
  const names = ['listClientOrderId', 'workingClientOrderId'].map((name) => asked.text(name, CLIENT_ID));
  const [list, own] = names;
  // The list and its working order are one row of ours, so both must have the same name.
  if (list !== undefined && own !== undefined && list !== own)
    asked.fail(combination('listClientOrderId', 'workingClientOrderId'));
  return {
    isMaker: type === 'LIMIT_MAKER',
    timeInForce,
    quantity: asked.needed('workingQuantity', asked.decimal('workingQuantity')),
    price: asked.needed('workingPrice', asked.decimal('workingPrice')),
    name: own ?? list,
  };
}

export function chainFields(wanted: WantedChain) {
  const { pair, isMaker, timeInForce, clientOrderId } = wanted;
  return {
    ...{ symbol: pair.instrument.symbol, side: 'buy', type: 'limit', client_order_id: clientOrderId },
    ...{ quantity: formatAmount(wanted.quantity), price: formatAmount(wanted.price) },
    ...(wanted.takeProfit === undefined ? {} : { take_profit: formatAmount(wanted.takeProfit) }),
    ...(wanted.stopLoss === undefined ? {} : { stop_loss: formatAmount(wanted.stopLoss) }),
    ...(isMaker ? { post_only: true } : {}),
    ...(timeInForce === undefined ? {} : { time_in_force: timeInForce }),
  };
}
