/** The input of the spot ticket and the facts against which it is read. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import type { OrderTerms } from '../../../lib/order-terms.ts';
import { isPostOnly, termOf } from '../../../lib/order-terms.ts';
import type { ClosedReason } from '../../../live/closed-reason.ts';
import { finishedDecimal } from '../../../ui/keypad-typing.ts';

export const ORDER_TYPES = ['market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop'] as const;

/** The input, as strings so that nothing is lost or changed. */
export type TicketDraft = OrderTerms & {
  readonly side: Side;
  /** The unit of a market buy's size: coins, or USDT to spend. */
  readonly basis: 'quantity' | 'amount';
  readonly quantity: string;
  readonly amount: string;
  readonly price: string;
  readonly stop: string;
  /** The distance of a trailing stop, in percent unless its unit is the price. */
  readonly trail?: string;
  readonly trailIn?: 'percent' | 'price';
  /** The protection of a purchase once it fills. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
};

export type TicketFacts = {
  readonly instrument: Instrument;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly closed: ClosedReason | undefined;
  /** Available balances; undefined for a visitor. */
  readonly available: { readonly base: Amount; readonly quote: Amount } | undefined;
  /** The market's time; undefined before the first tick. */
  readonly nowMs: number | undefined;
};

export const typed = (text: string): Amount | undefined => parseAmount(finishedDecimal(text));

export function asksForAmount(draft: Pick<TicketDraft, 'side' | 'type' | 'basis'>): boolean {
  return draft.side === 'buy' && draft.type === 'market' && draft.basis === 'amount';
}

export const hasLimit = ({ type }: Pick<TicketDraft, 'type'>): boolean =>
  type === 'limit' || type === 'stop_limit' || type === 'oco';
export const hasStop = ({ type }: Pick<TicketDraft, 'type'>): boolean =>
  type === 'stop' || type === 'stop_limit' || type === 'oco';

/** Whether the order needs more than the simple ticket: a stop, an expiry, or an instruction. */
export function isAdvanced(draft: TicketDraft): boolean {
  const { side, type, takeProfit = '', stopLoss = '' } = draft;
  const isTrailing = type === 'trailing_stop';
  const isProtected = side === 'buy' && type !== 'oco' && !isTrailing && takeProfit + stopLoss !== '';
  const isConditional = hasStop(draft) || isTrailing || isProtected;
  return isConditional || termOf(draft) !== 'GTC' || isPostOnly(draft) || draft.ownName !== '';
}

/** Returns the price at which the order's cost is computed and held. An OCO purchase costs the most at its stop. */
export function holdPriceOf(draft: TicketDraft, facts: TicketFacts): Amount | undefined {
  if (draft.type === 'market') return spotPrice(draft.side, facts);
  return typed(draft.type === 'stop' || draft.type === 'oco' ? draft.stop : draft.price);
}

/** Whether the newest quote meets a limit order's limit. */
export function meetsLimit(draft: TicketDraft, facts: TicketFacts): boolean {
  const limit = draft.type === 'limit' ? typed(draft.price) : undefined;
  if (limit === undefined) return false;
  return draft.side === 'buy' ? limit >= facts.ask : limit <= facts.bid;
}
