/**
 * An OCO order of these clients, in its two forms: an order above the price and one below it, or a price and a stop. One of the
 * two has to be a limit that earns, the other a stop that fills at the market, as that is what an OCO order is here.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../quotes/quotation.ts';
import { answered, failed, notRequired } from './failure.ts';
import type { Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import { CLIENT_ID, SIDES, sideWrong } from './order-form.ts';
import type { Context } from './order-form.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';

/** The names of a list's orders are made from a list's name of up to so many characters. */
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

/** The names of a list's parameters, in both forms. */
export const LIST_NAMES = [
  COMMON_NAMES,
  ...OF_EACH.map((name) => `above${name}`),
  ...OF_EACH.map((name) => `below${name}`),
].join(' ');
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
  /** The names of the two orders; absent if they are made from the list's name. */
  readonly limitName: string | undefined;
  readonly stopName: string | undefined;
};
type Levels = {
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
    limitName: asked.text(`${limit}ClientOrderId`, CLIENT_ID),
    stopName: asked.text(`${stop}ClientOrderId`, CLIENT_ID),
  };
}

export function priceAndStop(asked: Asked): Levels {
  for (const name of UNSERVED_OLD) refuseIfSent(asked, name);
  return {
    price: asked.needed('price', asked.decimal('price')),
    stopPrice: asked.needed('stopPrice', asked.decimal('stopPrice')),
    limitName: asked.text('limitClientOrderId', CLIENT_ID),
    stopName: asked.text('stopClientOrderId', CLIENT_ID),
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
