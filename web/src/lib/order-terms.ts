/** The time in force of an order, and post-only, as chosen on the tickets of spot and of leveraged products. Pure. */
import type { OrderType } from '@candor/domain/trading/conditions.ts';

export const TERMS = ['GTC', 'GTD', 'IOC'] as const;
/** How long an order waits: until it is cancelled, until a time, or not at all. */
export type Term = (typeof TERMS)[number];

export type OrderTerms = {
  readonly type: OrderType;
  readonly term: Term;
  /** The expiry of a `GTD` order in the device's time zone: "2026-12-05T18:30". */
  readonly until: string;
  /** Whether the order is post-only: it is refused if it would fill immediately. */
  readonly postOnly: boolean;
  /** The customer's own name for the order; empty if it has none. */
  readonly ownName: string;
};

/** Returns the terms that a type of order can have. An order that waits for its stop can't be filled now. */
export function termsOf(type: OrderType): readonly Term[] {
  if (type === 'market') return ['GTC'];
  return type === 'limit' ? TERMS : ['GTC', 'GTD'];
}

/** Returns the term that applies: the chosen one is kept while another type of order does not have it. */
export function termOf({ type, term }: Pick<OrderTerms, 'type' | 'term'>): Term {
  return termsOf(type).includes(term) ? term : 'GTC';
}

/** Whether the order fills when it arrives or not at all: at market, with its limit as the worst price. */
export function isNowOrNever(terms: Pick<OrderTerms, 'type' | 'term'>): boolean {
  return termOf(terms) === 'IOC';
}

export function isPostOnly(terms: Pick<OrderTerms, 'type' | 'term' | 'postOnly'>): boolean {
  return terms.postOnly && terms.type === 'limit' && !isNowOrNever(terms);
}

/** Returns the order's expiry in milliseconds, or undefined if it has none. */
export function expiresMsOf(terms: Pick<OrderTerms, 'type' | 'term' | 'until'>): number | undefined {
  return termOf(terms) === 'GTD' ? untilMs(terms.until) : undefined;
}

/** Reads a time of the device's time zone; undefined if the typed text is not a time. */
export function untilMs(until: string): number | undefined {
  const ms = new Date(until).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** Formats a time for a field of the device's local time, in whole minutes. */
export function untilText(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** The form of a customer's own name for an order, as the calls require it. */
const OWN_NAME = /^[A-Za-z0-9._:-]{1,64}$/;

export function isNameWrong({ ownName }: Pick<OrderTerms, 'ownName'>): boolean {
  return ownName !== '' && !OWN_NAME.test(ownName);
}

/** The fields of the request: only what differs from an order that rests until it is cancelled. */
export function termFields(terms: OrderTerms) {
  const term = termOf(terms);
  const expiresMs = expiresMsOf(terms);
  return {
    ...(term !== 'GTC' && { time_in_force: term }),
    ...(expiresMs !== undefined && { expires_at: expiresMs }),
    ...(isPostOnly(terms) && { post_only: true }),
    ...(terms.ownName !== '' && { client_order_id: terms.ownName }),
  };
}
