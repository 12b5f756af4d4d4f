/** Applies an option event to the loaded lists of tickets, which are newest first, unpaged or paged. */
import type { OptionEvent } from './connection.ts';

export type Ticket = OptionEvent['ticket'];
export type OptionProduct = 'crypto' | 'forex';

export const ticketLists = {
  crypto: 'GET microtrade/lists',
  forex: 'GET microtrade/whlists',
} as const satisfies Record<OptionProduct, string>;

/** Returns the list that contains a symbol's tickets: crypto for symbols priced in USDT, otherwise forex. */
export function optionProductOf(symbol: string): OptionProduct {
  return symbol.endsWith('/USDT') ? 'crypto' : 'forex';
}

export function belongsTo(input: unknown, ticket: Pick<Ticket, 'status' | 'symbol'>): boolean {
  const { status, symbol } = (input ?? {}) as { status?: string; symbol?: string };
  if (symbol !== undefined && symbol !== ticket.symbol) return false;
  if (status === 'ended') return ticket.status !== 'open';
  return status === undefined || status === ticket.status;
}

/** Compares two ids as numbers. The newer ticket has the greater id. */
function isNewer(one: Pick<Ticket, 'id'>, other: Pick<Ticket, 'id'>): boolean {
  return BigInt(one.id) > BigInt(other.id);
}

/** Inserts the ticket in the order of age. `isLast` means that no older tickets follow this list. */
function inPlace(items: readonly Ticket[], ticket: Ticket, isLast: boolean): readonly Ticket[] {
  const at = items.findIndex((item) => isNewer(ticket, item));
  if (at === -1) return isLast ? [...items, ticket] : items;
  return items.toSpliced(at, 0, ticket);
}

export type CachedTickets = readonly Ticket[] | { readonly pages: readonly (readonly Ticket[])[] };

/** Returns the list after the ticket was replaced, inserted or removed. */
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
  // A ticket older than all loaded tickets belongs to a later page, unless the only page is empty.
  const home = known ? -1 : pages.findIndex((items) => items.some((item) => isNewer(ticket, item)));
  const isEmpty = pages.every((items) => items.length === 0);
  return {
    ...list,
    pages: pages.map((items, at) => changed(items, at === (isEmpty ? 0 : home), isEmpty)),
  };
}
