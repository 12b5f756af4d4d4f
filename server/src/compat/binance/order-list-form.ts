/**
 * Parses an OCO order of these clients in its two forms: an order above the price and one below it, or a price and a stop. One of
 * the two must be a limit at a better price, or a take profit, which is the same here. The other must be a stop that fills at the
 * market price. An OCO order can be nothing else here.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../../quotes/quotation.ts';
import { answered, failed, notRequired } from './failure.ts';
import type { Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import { CLIENT_ID, SIDES, sideWrong } from './order-form.ts';
import type { Context } from './order-form.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';

/** The maximum length of a list's name from which its orders' names are derived. */
const STEM_CHARS = 30;
const UNSERVED = [
  'IcebergQty',
  'TrailingDelta',
  'TimeInForce',
  'PegPriceType',
  'PegOffsetType',
  'PegOffsetValue',
] as const;
const UNSERVED_OLD = [
  'stopLimitPrice',
  'stopLimitTimeInForce',
  'limitIcebergQty',
  'stopIcebergQty',
  'trailingDelta',
] as const;

const COMMON_NAMES = 'symbol side quantity listClientOrderId newOrderRespType selfTradePreventionMode';
const OF_EACH = ['Type', 'Price', 'StopPrice', 'ClientOrderId', ...UNSERVED];

/** The prefixes of the two orders' parameters. */
export type Places = { readonly above: string; readonly below: string };
const OCO: Places = { above: 'above', below: 'below' };

/** The names of the parameters of the two orders. */
export function legNames({ above, below }: Places): string {
  return [above, below].flatMap((place) => OF_EACH.map((name) => `${place}${name}`)).join(' ');
}

/** The names of a list's parameters, for both forms of the call. */
export const LIST_NAMES = `${COMMON_NAMES} ${legNames(OCO)}`;
export const OLD_LIST_NAMES = [
  `${COMMON_NAMES} price stopPrice limitClientOrderId stopClientOrderId`,
  ...UNSERVED_OLD,
].join(' ');

export type WantedList = {
  readonly pair: Pair;
  readonly side: (typeof SIDES)[number];
  readonly quantity: Amount;
  readonly price: Amount;
  readonly stopPrice: Amount;
  readonly clientOrderId: string;
  /** The names of the two orders; undefined if they are derived from the list's name. */
  readonly limitName: string | undefined;
  readonly stopName: string | undefined;
};
export type Levels = {
  readonly price: Amount | undefined;
  readonly stopPrice: Amount | undefined;
  readonly limitName: string | undefined;
  readonly stopName: string | undefined;
};
type Form = (asked: Asked, side: WantedList['side']) => Levels;

export function readList({ account, asked, market }: Context, form: Form): Result<WantedList> {
  const pair = asked.pair();
  const side = asked.needed('side', asked.oneOf('side', SIDES, sideWrong));
  const quantity = asked.needed('quantity', asked.decimal('quantity'));
  const named = asked.text('listClientOrderId', CLIENT_ID);
  asked.oneOf('selfTradePreventionMode', ['NONE']);
  const { price, stopPrice, ...names } = side === undefined ? NO_LEVELS : form(asked, side);
  if (asked.failure !== undefined) return asked.failure;
  if (pair === undefined || side === undefined || quantity === undefined) return sideWrong;
  if (price === undefined || stopPrice === undefined) return relationWrong;
  const terms = countingNow(pair.instrument, market);
  const filter = violatedFilter(terms, { quantity, price }) ?? violatedFilter(terms, { price: stopPrice });
  if (filter !== undefined) return filterFailure(filter);
  const stem = account.ownName().slice(0, STEM_CHARS);
  const clientOrderId = named ?? stem;
  const made =
    clientOrderId.length <= STEM_CHARS ? {} : { limitName: `${stem}.limit`, stopName: `${stem}.stop` };
  return answered({ pair, side, quantity, price, stopPrice, clientOrderId, ...withNames(names, made) });
}

type Names = Pick<WantedList, 'limitName' | 'stopName'>;

function withNames(sent: Names, made: Partial<Names>): Names {
  return { limitName: sent.limitName ?? made.limitName, stopName: sent.stopName ?? made.stopName };
}

const NO_LEVELS: Levels = {
  ...{ price: undefined, stopPrice: undefined, limitName: undefined, stopName: undefined },
};

export function aboveAndBelow(asked: Asked, side: WantedList['side']): Levels {
  return legsOf(asked, side, OCO);
}

const LIMITS = ['LIMIT_MAKER', 'TAKE_PROFIT'] as const;
const TYPES = [...LIMITS, 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'] as const;

/**
 * Parses the two orders. The one above the price is the limit of a sale or the stop of a purchase; the one below is the other.
 */
export function legsOf(asked: Asked, side: WantedList['side'], { above, below }: Places): Levels {
  const [limit, stop] = side === 'SELL' ? [above, below] : [below, above];
  const typeAt = (place: string) =>
    asked.needed(`${place}Type`, asked.oneOf(`${place}Type`, TYPES, typeWrong));
  const types = [typeAt(limit), typeAt(stop)] as const;
  const misplaced = placesViolation(types, side);
  if (misplaced !== undefined) asked.fail(misplaced);
  for (const place of [limit, stop]) for (const rest of UNSERVED) refuseIfSent(asked, `${place}${rest}`);
  const [level, other] = types[0] === 'TAKE_PROFIT' ? ['StopPrice', 'Price'] : ['Price', 'StopPrice'];
  refuseIfSent(asked, `${limit}${other}`);
  refuseIfSent(asked, `${stop}Price`);
  return {
    price: asked.needed(`${limit}${level}`, asked.decimal(`${limit}${level}`)),
    stopPrice: asked.needed(`${stop}StopPrice`, asked.decimal(`${stop}StopPrice`)),
    limitName: asked.text(`${limit}ClientOrderId`, CLIENT_ID),
    stopName: asked.text(`${stop}ClientOrderId`, CLIENT_ID),
  };
}

type Type = (typeof TYPES)[number] | undefined;

/** Returns the exchange's refusals of misplaced types first, then ours of stops that also have a limit. */
function placesViolation([limit, stop]: readonly [Type, Type], side: WantedList['side']) {
  const isSale = side === 'SELL';
  if (limit === 'LIMIT_MAKER' && stop === 'LIMIT_MAKER') return bothLimits;
  if (stop === 'LIMIT_MAKER') return isSale ? limitBelow : limitAbove;
  if (limit?.startsWith('STOP_LOSS') === true) return isSale ? stopAbove : stopBelow;
  if (stop?.startsWith('TAKE_PROFIT') === true) return isSale ? profitBelow : profitAbove;
  return limit === 'TAKE_PROFIT_LIMIT' || stop === 'STOP_LOSS_LIMIT' ? typeUnserved : undefined;
}

const typeWrong = failed(-1116, 'Invalid orderType.');
const typeUnserved = failed(-1158, 'Order type not supported in OCO.');
const limitAbove = failed(-1165, 'A limit order in a buy OCO must be below.');
const limitBelow = failed(-1166, 'A limit order in a sell OCO must be above.');
const bothLimits = failed(-1168, 'At least one OCO order must be contingent.');
const stopBelow = failed(-1196, 'A stop loss order in a buy OCO must be above.');
const stopAbove = failed(-1197, 'A stop loss order in a sell OCO must be below.');
const profitAbove = failed(-1198, 'A take profit order in a buy OCO must be below.');
const profitBelow = failed(-1199, 'A take profit order in a sell OCO must be above.');

export function priceAndStop(asked: Asked): Levels {
  for (const name of UNSERVED_OLD) refuseIfSent(asked, name);
  return {
    price: asked.needed('price', asked.decimal('price')),
    stopPrice: asked.needed('stopPrice', asked.decimal('stopPrice')),
    limitName: asked.text('limitClientOrderId', CLIENT_ID),
    stopName: asked.text('stopClientOrderId', CLIENT_ID),
  };
}

export function refuseIfSent(asked: Asked, name: string): void {
  if (asked.has(name)) asked.fail(notRequired(name));
}

export const relationWrong = failed(-2010, 'The relationship of the prices for the orders is not correct.');

export function listFields(wanted: WantedList) {
  const { pair, side, quantity, price, stopPrice, clientOrderId, limitName, stopName } = wanted;
  return {
    ...{ symbol: pair.instrument.symbol, side: side.toLowerCase(), type: 'oco' },
    ...{ quantity: formatAmount(quantity), price: formatAmount(price), stop_price: formatAmount(stopPrice) },
    client_order_id: clientOrderId,
    ...(limitName === undefined ? {} : { limit_client_order_id: limitName }),
    ...(stopName === undefined ? {} : { stop_client_order_id: stopName }),
  };
}
