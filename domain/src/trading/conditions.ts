/**
 * Checks the prices and the expiry of a spot order that rests: against its instrument, each other and the newest quote. The app's
 * ticket uses the same function as the server.
 */
import type { Instrument } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { refuse } from '../outcome.ts';
import { checkLevels } from './levels.ts';
import type { LevelRefusal } from './levels.ts';
import { checkPrice } from './spot.ts';
import type { Side } from './spot.ts';
import { trailingDistance } from './trailing.ts';
import type { Trailing } from './trailing.ts';

/** The minimum and maximum time for which a good-till-time order may rest, by the market clock. */
const EXPIRY_MIN_MS = 1000;
const EXPIRY_MAX_MS = 90 * 86_400_000;
const EXPIRY_MAX_DAYS = (EXPIRY_MAX_MS / 86_400_000).toString();

const PRICE_CODES = ['price_off_tick', 'price_above_maximum'] as const;

export type OrderType = 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco' | 'trailing_stop';

export type RestingOrder = Trailing & {
  readonly instrument: Pick<Instrument, 'tickSize'>;
  readonly side: Side;
  readonly type: OrderType;
  readonly price?: Amount | undefined;
  readonly stopPrice?: Amount | undefined;
  readonly expiresMs?: number | undefined;
  readonly postOnly?: boolean | undefined;
};
type Quote = { readonly bid: Amount; readonly ask: Amount };

export function conditionsViolation(order: RestingOrder, head: Quote, { nowMs }: { readonly nowMs: number }) {
  return levelsViolation(order, head) ?? trailingViolation(order, head) ?? expiryViolation(order, nowMs);
}

export function levelsViolation(order: RestingOrder, head: Quote) {
  return limitViolation(order, head) ?? stopViolation(order, head);
}

/** A distance in price follows the rule for positions. A share of the price need not be in whole ticks. */
export function trailingViolation(order: RestingOrder, { bid, ask }: Quote) {
  const current = order.side === 'buy' ? ask : bid;
  const distance = trailingDistance(order, current);
  if (distance === undefined) return undefined;
  const basis = { side: 'long', entryPrice: current, currentPrice: current } as const;
  const terms = order.trailingBps === undefined ? order.instrument : { tickSize: 1n };
  return levelViolation(checkLevels(terms, basis, { trailing: distance }), ['trailing_wrong']);
}

/** The violation found in the levels: one specific to levels, or one that any price can have. */
function levelViolation<const Code extends LevelRefusal>(
  checked: ReturnType<typeof checkLevels>,
  own: readonly Code[],
) {
  if (checked.ok) return undefined;
  const { code, ...details } = checked.refusal;
  const known = [...PRICE_CODES, ...own].find((one) => one === code);
  if (known === undefined) throw new Error(`expected a refusal of a price, found ${code}`);
  return refuse(known, details);
}

/** The protection of a purchase: one of the two levels, or both. */
export type Bracket = {
  readonly takeProfit?: Amount | undefined;
  readonly stopLoss?: Amount | undefined;
};
type Entry = Pick<RestingOrder, 'instrument' | 'type' | 'price' | 'stopPrice'> & {
  readonly bracket: Bracket;
};

/**
 * Checks the take profit and the stop loss of a purchase against the prices at which it may fill: its limit, its stop, or the
 * newest quote at market.
 */
export function bracketViolation({ instrument, type, price, stopPrice, bracket }: Entry, head: Quote) {
  const [entryPrice, currentPrice] =
    type === 'market' ? [head.ask, head.bid] : [price ?? stopPrice ?? 0n, stopPrice ?? price ?? 0n];
  const basis = { side: 'long', entryPrice, currentPrice } as const;
  const checked = checkLevels(instrument, basis, bracket);
  const violation = levelViolation(checked, ['take_profit_wrong', 'stop_loss_wrong']);
  if (violation !== undefined) return violation;
  const { takeProfit, stopLoss } = bracket;
  if (takeProfit === undefined || stopLoss === undefined || stopLoss < takeProfit) return undefined;
  const params = { price: formatAmount(takeProfit) };
  return refuse('stop_on_wrong_side', { field: 'stop_loss', params });
}

function limitViolation({ instrument, side, type, price, postOnly }: RestingOrder, head: Quote) {
  if (price === undefined) return undefined;
  const checked = checkPrice(instrument, price);
  if (!checked.ok) return checked;
  const isReached = side === 'buy' ? head.ask <= price : head.bid >= price;
  const params = { price: formatAmount(side === 'buy' ? head.ask : head.bid) };
  // An OCO order whose limit is already reached would leave nothing for its stop.
  if ((postOnly === true || type === 'oco') && isReached)
    return refuse('post_only_would_fill', { field: 'price', params });
  // The limit of a stop-limit order applies only after the stop is reached.
  const isSlip = side === 'sell' && type !== 'stop_limit' && price < head.bid;
  return isSlip ? refuse('limit_sell_below_price', { field: 'price', params }) : undefined;
}

function stopViolation({ instrument, side, type, price, stopPrice }: RestingOrder, head: Quote) {
  if (stopPrice === undefined) return undefined;
  const checked = checkPrice(instrument, stopPrice, 'stop_price');
  if (!checked.ok) return checked;
  if (type === 'oco' && price !== undefined && (side === 'sell' ? stopPrice >= price : stopPrice <= price)) {
    return refuse('stop_on_wrong_side', { field: 'stop_price', params: { price: formatAmount(price) } });
  }
  if (side === 'buy' ? head.ask < stopPrice : head.bid > stopPrice) return undefined;
  const params = { price: formatAmount(side === 'buy' ? head.ask : head.bid) };
  return refuse('stop_already_reached', { field: 'stop_price', params });
}

/** Returns a refusal unless the expiry is in the future, neither too near nor too far. */
export function expiryViolation({ expiresMs }: Pick<RestingOrder, 'expiresMs'>, nowMs: number) {
  if (expiresMs === undefined) return undefined;
  const restsMs = expiresMs - nowMs;
  if (restsMs >= EXPIRY_MIN_MS && restsMs <= EXPIRY_MAX_MS) return undefined;
  return refuse('expiry_wrong', { field: 'expires_at', params: { days: EXPIRY_MAX_DAYS } });
}
