/** What an option event does to the lists of tickets that are on the screen, newest first, whole or page after page. */
import type { OptionEvent } from './connection.ts';

export type Ticket = OptionEvent['ticket'];
export type OptionProduct = 'crypto' | 'forex';

/** The call that lists a product's tickets. */
export const ticketLists = {
  crypto: 'GET microtrade/lists',
  forex: 'GET microtrade/whlists',
} as const satisfies Record<OptionProduct, string>;

/** Which of the two lists a symbol's tickets stand in: what is priced in USDT is crypto. */
export function optionProductOf(symbol: string): OptionProduct {
  return symbol.endsWith('/USDT') ? 'crypto' : 'forex';
}

/** Whether a list that was asked for with this input holds the ticket. */
export function belongsTo(input: unknown, ticket: Pick<Ticket, 'status' | 'symbol'>): boolean {
  const { status, symbol } = (input ?? {}) as { status?: string; symbol?: string };
  if (symbol !== undefined && symbol !== ticket.symbol) return false;
  if (status === 'ended') return ticket.status !== 'open';
  return status === undefined || status === ticket.status;
}

/** Ids are numbers in writing; the greater one is the newer ticket. */
function isNewer(one: Pick<Ticket, 'id'>, other: Pick<Ticket, 'id'>): boolean {
  return BigInt(one.id) > BigInt(other.id);
}

/** Puts the ticket where its age says; `isLast` when nothing older can follow. */
function inPlace(items: readonly Ticket[], ticket: Ticket, isLast: boolean): readonly Ticket[] {
  const at = items.findIndex((item) => isNewer(ticket, item));
  if (at === -1) return isLast ? [...items, ticket] : items;
  return items.toSpliced(at, 0, ticket);
}

/** A list as it is cached: at once, or page after page. */
export type CachedTickets = readonly Ticket[] | { readonly pages: readonly (readonly Ticket[])[] };

/** The list after the ticket changed: replaced where it stands, put in where it belongs, or taken out. */
export function ticketsWith<List extends CachedTickets>(list: List, ticket: Ticket, belongs: boolean): List {
  const changed = (items: readonly Ticket[], isHere: boolean, isLast: boolean): readonly Ticket[] => {
    const at = items.findIndex(({ id }) => id === ticket.id);
    if (!belongs) return at === -1 ? items : items.toSpliced(at, 1);
    if (at !== -1) return items.with(at, ticket);
    return isHere ? inPlace(items, ticket, isLast) : items;
  };
  if (!('pages' in list)) return changed(list, true, true) as List;
  const { pages } = list;
  const known = pages.some((items) => items.some(({ id }) => id === ticket.id));
  // One that is older than all that was read stands on a page to come, unless there is but one page, with nothing in it.
  const home = known ? -1 : pages.findIndex((items) => items.some((item) => isNewer(ticket, item)));
  const isEmpty = pages.every((items) => items.length === 0);
  return {
    ...list,
    pages: pages.map((items, at) => changed(items, at === (isEmpty ? 0 : home), isEmpty)),
  };
}
