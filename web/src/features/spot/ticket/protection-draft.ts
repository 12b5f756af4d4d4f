/** The distance of a trailing stop, and the protection of a purchase, from the input of the ticket. Pure. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { bracketViolation } from '@candor/domain/trading/conditions.ts';
import type { Bracket } from '@candor/domain/trading/conditions.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { TRAILING_BPS_MAX, trailingDistance } from '@candor/domain/trading/trailing.ts';
import type { Trailing } from '@candor/domain/trading/trailing.ts';
import { termOf } from '../../../lib/order-terms.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { hasLimit, hasStop, typed } from './ticket-draft.ts';

/** A hundredth of a percent, as an amount of percent. */
export const BASIS_POINT = 1_000_000n;

/** The distance as typed; undefined if there is none, or a percentage that no order can have. */
export function trailingOf({ type, trail = '', trailIn }: TicketDraft): Trailing | undefined {
  const value = type === 'trailing_stop' ? typed(trail) : undefined;
  if (value === undefined || value <= 0n) return undefined;
  if (trailIn === 'price') return { trailing: value };
  const bps = value / BASIS_POINT;
  const isWhole = value % BASIS_POINT === 0n && bps >= 1n && bps <= BigInt(TRAILING_BPS_MAX);
  return isWhole ? { trailingBps: Number(bps) } : undefined;
}

/** The distance in price, at the current price. */
export function distanceOf(draft: TicketDraft, facts: TicketFacts): Amount | undefined {
  const trailing = trailingOf(draft);
  return trailing === undefined ? undefined : trailingDistance(trailing, spotPrice(draft.side, facts));
}

/** The initial stop price of a trailing stop. */
export function trailStart(draft: TicketDraft, facts: TicketFacts): Amount | undefined {
  const distance = distanceOf(draft, facts);
  if (distance === undefined) return undefined;
  const now = spotPrice(draft.side, facts);
  return draft.side === 'buy' ? now + distance : now - distance;
}

/** Whether the coins that the ticket buys can be protected. */
export function isProtectable({ side, type }: Pick<TicketDraft, 'side' | 'type'>): boolean {
  return side === 'buy' && type !== 'oco' && type !== 'trailing_stop';
}

/** The levels typed for the coins that the ticket buys, one or both; undefined if neither is. */
export function bracketOf(draft: TicketDraft): Bracket | undefined {
  if (!isProtectable(draft)) return undefined;
  const [takeProfit, stopLoss] = [typed(draft.takeProfit ?? ''), typed(draft.stopLoss ?? '')];
  return takeProfit === undefined && stopLoss === undefined ? undefined : { takeProfit, stopLoss };
}

/** The server's own rule for the levels. */
export function protectionViolation(draft: TicketDraft, facts: TicketFacts) {
  const bracket = bracketOf(draft);
  if (bracket === undefined) return undefined;
  const price = hasLimit(draft) ? typed(draft.price) : undefined;
  const stopPrice = hasStop(draft) ? typed(draft.stop) : undefined;
  // An IOC order is a market order whose limit is the worst price.
  const atOnce = draft.type === 'market' || termOf(draft) === 'IOC';
  const type = atOnce ? 'market' : draft.type;
  return bracketViolation({ instrument: facts.instrument, type, price, stopPrice, bracket }, facts);
}

/** The fields of the request. */
export function protectionFields(draft: TicketDraft) {
  const [trailing, bracket] = [trailingOf(draft), bracketOf(draft)];
  return {
    ...(trailing?.trailing !== undefined && { trailing: formatAmount(trailing.trailing) }),
    ...(trailing?.trailingBps !== undefined && { trailing_bps: trailing.trailingBps }),
    ...(bracket?.takeProfit !== undefined && { take_profit: formatAmount(bracket.takeProfit) }),
    ...(bracket?.stopLoss !== undefined && { stop_loss: formatAmount(bracket.stopLoss) }),
  };
}
