/** Violations in the price and the name of a resting order, for new orders and for amended ones. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import type { Facts, Head } from '../commands/command.ts';
import { positions } from './tables.ts';

/** Refuses a name that another resting order has. */
export function nameViolation(clientOrderId: string | undefined, facts: Facts) {
  if (clientOrderId === undefined) return undefined;
  const taken = facts
    .openRows(positions)
    .some((row) => row.status === 'pending' && row.clientOrderId === clientOrderId);
  return taken ? refuse('client_order_id_used', { field: 'client_order_id' }) : undefined;
}

/** Refuses a limit below the bid for a short, which makes no sense, and a post-only order that would open immediately. */
export function limitViolation(
  { side, price, postOnly }: { side: PositionSide; price: Amount; postOnly: boolean | undefined },
  head: Head,
) {
  if (side === 'short' && price < head.bid) {
    return refuse('limit_sell_below_price', { field: 'price', params: { price: formatAmount(head.bid) } });
  }
  if (postOnly !== true || !isLimitReached(side, price, head)) return undefined;
  const params = { price: formatAmount(openingPrice(side, head)) };
  return refuse('post_only_would_fill', { field: 'price', params });
}

export function isLimitReached(side: PositionSide, limit: Amount, head: Head): boolean {
  const market = openingPrice(side, head);
  return side === 'long' ? market <= limit : market >= limit;
}

/** Refuses a stop level that has already been reached, because a stop order waits for the price to move to its level. */
export function stopViolation(side: PositionSide, level: Amount, head: Head) {
  const market = openingPrice(side, head);
  if (side === 'long' ? market < level : market > level) return undefined;
  return refuse('stop_already_reached', { field: 'price', params: { price: formatAmount(market) } });
}
