/** The input of the spot ticket and the facts against which it is read. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { OrderType } from '@candor/domain/trading/conditions.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import type { ClosedReason } from '../../../live/closed-reason.ts';
import { finishedDecimal } from '../../../ui/keypad-typing.ts';

export const ORDER_TYPES = ['market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop'] as const;
export const TERMS = ['GTC', 'GTD', 'IOC'] as const;
/** How long an order waits: until it is cancelled, until a time, or not at all. */
export type Term = (typeof TERMS)[number];

/** The input, as strings so that nothing is lost or changed. */
export type TicketDraft = {
  readonly side: Side;
  readonly type: OrderType;
  /** The unit of a market buy's size: coins, or USDT to spend. */
  readonly basis: 'quantity' | 'amount';
  readonly quantity: string;
  readonly amount: string;
  readonly price: string;
  readonly stop: string;
  readonly term: Term;
  /** The end of a `GTD` order in the device's time zone: "2026-12-05T18:30". */
  readonly until: string;
  /** Whether the order may only wait, and is refused if it would fill immediately. */
  readonly postOnly: boolean;
  /** The customer's own name for the order; empty if it has none. */
  readonly ownName: string;
  /** The distance of a trailing stop, in percent unless its unit is the price. */
  readonly trail?: string;
  readonly trailIn?: 'percent' | 'price';
  /** What protects a purchase once it fills. */
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

/** Returns the terms that a type of order can have. An order that waits for its stop can't be filled now. */
export function termsOf(type: OrderType): readonly Term[] {
  if (type === 'market') return ['GTC'];
  return type === 'limit' ? TERMS : ['GTC', 'GTD'];
}

/** Returns the term that applies: the chosen one is kept while another type of order does not have it. */
export function termOf({ type, term }: Pick<TicketDraft, 'type' | 'term'>): Term {
  return termsOf(type).includes(term) ? term : 'GTC';
}

export function isPostOnly(draft: Pick<TicketDraft, 'type' | 'term' | 'postOnly'>): boolean {
  return draft.postOnly && draft.type === 'limit' && termOf(draft) !== 'IOC';
}

/** Whether the order needs more than the simple ticket: a stop, an end, or an instruction. */
export function isAdvanced(draft: TicketDraft): boolean {
  const { side, type, takeProfit = '', stopLoss = '' } = draft;
  const isTrailing = type === 'trailing_stop';
  const isProtected = side === 'buy' && type !== 'oco' && !isTrailing && takeProfit + stopLoss !== '';
  const isConditional = hasStop(draft) || isTrailing || isProtected;
  return isConditional || termOf(draft) !== 'GTC' || isPostOnly(draft) || draft.ownName !== '';
}

/** Returns the end of the order in milliseconds, or undefined if it has none. */
export function expiresMsOf(draft: TicketDraft): number | undefined {
  if (termOf(draft) !== 'GTD') return undefined;
  const ms = new Date(draft.until).getTime();
  return Number.isNaN(ms) ? undefined : ms;
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
