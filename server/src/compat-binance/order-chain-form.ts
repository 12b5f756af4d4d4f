/**
 * A working order with pending ones (OTOCO), which is a purchase with a bracket here: once it fills, a sale of exactly what it bought
 * begins, at a limit and at a stop.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../quotes/quotation.ts';
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

export const CHAIN_NAMES = [
  'symbol listClientOrderId newOrderRespType selfTradePreventionMode',
  'workingType workingSide workingPrice workingQuantity workingTimeInForce workingClientOrderId',
  ...UNSERVED,
  `pendingSide pendingQuantity ${legNames(PENDING)}`,
].join(' ');

export type WantedChain = {
  readonly pair: Pair;
  readonly isMaker: boolean;
  readonly timeInForce: (typeof TIMES)[number] | undefined;
  readonly quantity: Amount;
  readonly price: Amount;
  readonly takeProfit: Amount;
  readonly stopLoss: Amount;
  readonly clientOrderId: string;
};

/** Only what is bought is protected, and all of it. */
const combinationUnserved = failed(-1014, 'Unsupported order combination.');
const typeWrong = failed(-1116, 'Invalid orderType.');

export function readChain({ account, asked, market }: Context): Result<WantedChain> {
  const pair = asked.pair();
  const working = readWorking(asked);
  const sides = [sideOf(asked, 'workingSide'), sideOf(asked, 'pendingSide')];
  const sold = asked.needed('pendingQuantity', asked.decimal('pendingQuantity'));
  if (asked.failure !== undefined) return asked.failure;
  if (sides[0] !== 'BUY' || sides[1] !== 'SELL' || sold !== working.quantity) return combinationUnserved;
  const legs = legsOf(asked, 'SELL', PENDING);
  for (const place of Object.values(PENDING)) refuseIfSent(asked, `${place}ClientOrderId`);
  asked.oneOf('selfTradePreventionMode', ['NONE']);
  const { isMaker, timeInForce, price, name } = working;
  const { price: takeProfit, stopPrice: stopLoss } = legs;
  if (asked.failure !== undefined) return asked.failure;
  if (
    pair === undefined ||
    sold === undefined ||
    price === undefined ||
    takeProfit === undefined ||
    stopLoss === undefined
  )
    return relationWrong;
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
  // The list and its working order are one row of ours, which has one name.
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
    ...{ take_profit: formatAmount(wanted.takeProfit), stop_loss: formatAmount(wanted.stopLoss) },
    ...(isMaker ? { post_only: true } : {}),
    ...(timeInForce === undefined ? {} : { time_in_force: timeInForce }),
  };
}
