/** Checks the prices and the expiry of an order that rests: against its instrument, each other and the newest quote. Pure. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { checkPrice } from '@candor/domain/trading/spot.ts';
import type { Facts, Head } from '../../commands/command.ts';
import { LIMITS } from '../../limits.ts';
import type { PairOrder } from './rules.ts';

const EXPIRY_MAX_DAYS = (LIMITS.trading.expiryMaxMs / 86_400_000).toString();

export function conditionsViolation(order: PairOrder, head: Head, { nowMs }: Pick<Facts, 'nowMs'>) {
  return limitViolation(order, head) ?? stopViolation(order, head) ?? expiryViolation(order, nowMs);
}

function limitViolation({ instrument, side, type, price, postOnly }: PairOrder, head: Head) {
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

function stopViolation({ instrument, side, type, price, stopPrice }: PairOrder, head: Head) {
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

function expiryViolation({ expiresMs }: PairOrder, nowMs: number) {
  if (expiresMs === undefined) return undefined;
  const restsMs = expiresMs - nowMs;
  const { expiryMinMs, expiryMaxMs } = LIMITS.trading;
  if (restsMs >= expiryMinMs && restsMs <= expiryMaxMs) return undefined;
  return refuse('expiry_wrong', { field: 'expires_at', params: { days: EXPIRY_MAX_DAYS } });
}
