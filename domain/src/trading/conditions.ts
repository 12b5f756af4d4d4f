/**
 * Checks the prices and the expiry of a spot order that rests: against its instrument, each other and the newest quote. The app's
 * ticket uses the same function as the server.
 */
import type { Instrument } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { refuse } from '../outcome.ts';
import { checkPrice } from './spot.ts';
import type { Side } from './spot.ts';

/** How long an order that is good till a time rests, at least and at most, by the market clock. */
export const EXPIRY_MIN_MS = 1000;
export const EXPIRY_MAX_MS = 90 * 86_400_000;
const EXPIRY_MAX_DAYS = (EXPIRY_MAX_MS / 86_400_000).toString();

export type OrderType = 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco';

export type RestingOrder = {
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
  return levelsViolation(order, head) ?? expiryViolation(order, nowMs);
}

export function levelsViolation(order: RestingOrder, head: Quote) {
  return limitViolation(order, head) ?? stopViolation(order, head);
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
  // The limit of a stop-limit order counts only once the stop is reached.
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

function expiryViolation({ expiresMs }: RestingOrder, nowMs: number) {
  if (expiresMs === undefined) return undefined;
  const restsMs = expiresMs - nowMs;
  if (restsMs >= EXPIRY_MIN_MS && restsMs <= EXPIRY_MAX_MS) return undefined;
  return refuse('expiry_wrong', { field: 'expires_at', params: { days: EXPIRY_MAX_DAYS } });
}
