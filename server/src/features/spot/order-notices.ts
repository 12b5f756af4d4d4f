/**
 * Notices about orders that filled or ended without the customer's action. An order that filled immediately, or that its
 * customer cancelled, gives no notice, because the screen shows the result. A market order waits for at most a minute while its
 * screen shows the wait, so it gives a notice only if it ended later. Pure.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import type { Append, Facts } from '../../commands/command.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import type { SpotOrderRow } from './tables.ts';

type Telling = Pick<Facts, 'book' | 'newId' | 'wallMs'>;

/** The message about a fill, with the total that was paid or received. */
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
  // The sale that protects a purchase has one of the levels or both, and fills at the level that was reached.
  return price !== null && leg.price >= price ? 'order_took_profit' : 'order_stopped';
}

/** The message about an order that was refused when it could have filled, unless its customer had asked to cancel it. */
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
