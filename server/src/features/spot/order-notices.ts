/**
 * Notices about orders that filled or ended without an action of the customer. There is no notice about an order that filled
 * immediately or was cancelled by the customer, because the screen shows the result. A market order waits for at most a minute
 * while the screen shows that it waits, so there is a notice only if it ends later than that. Pure.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import type { Append, Facts } from '../../commands/command.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import type { SpotOrderRow } from './tables.ts';

type Telling = Pick<Facts, 'book' | 'newId' | 'wallMs'>;

/** Builds the notice about a fill, with the total that was paid or received. */
export function fillNotices(order: SpotOrderRow, leg: SpotLeg, facts: Telling): Append[] {
  if (order.type === 'market') return [];
  const params = {
    ...linkOf(order),
    coin: leg.base,
    quantity: formatAmount(leg.quantity),
    price: formatAmount(leg.price),
    currency: leg.quote,
    total: formatAmount(leg.total),
  };
  return [noticeNow(facts, filledKind(order, leg), params)];
}

function filledKind({ side, entryId, price }: SpotOrderRow, leg: SpotLeg) {
  if (side === 'buy') return 'order_bought';
  if (entryId === null) return 'order_sold';
  // A sale that protects a purchase has one level or both, and fills at the level that was reached.
  return price !== null && leg.price >= price ? 'order_took_profit' : 'order_stopped';
}

/**
 * Builds the notice about an order that was refused when it could have filled, unless its customer had requested its
 * cancellation.
 */
export function refusalNotices(order: SpotOrderRow, facts: Telling): Append[] {
  return order.cancel === null ? [noticeNow(facts, 'order_refused', linkOf(order))] : [];
}

export function expiryNotices(order: SpotOrderRow, facts: Telling): Append[] {
  if (order.cancel !== null) return [];
  const quantity = formatAmount(order.quantity);
  return [noticeNow(facts, 'order_expired', { ...linkOf(order), quantity })];
}

function linkOf({ id, symbol }: SpotOrderRow) {
  return { order: id.toString(), symbol };
}
