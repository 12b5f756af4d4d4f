/** Applies a position event to the loaded lists of positions and open orders. */
import type { PositionEvent } from './connection.ts';

export type Position = PositionEvent['position'];
export type Product = Position['product'];
export type PositionPart = 'holding' | 'in_transaction' | 'completed';

const parts: Readonly<Record<Position['status'], PositionPart>> = {
  pending: 'in_transaction',
  open: 'holding',
  closing: 'holding',
  closed: 'completed',
  cancelled: 'completed',
};

export function partOf(position: Pick<Position, 'status'>): PositionPart {
  return parts[position.status];
}

export const positionLists = {
  contract: 'POST lever/my_trade',
  forex: 'POST lever/my_wh_trade',
} as const satisfies Record<Product, string>;

type Page = { readonly items: readonly Position[] };
export type CachedList = Page | { readonly pages: readonly Page[] };

/**
 * Updates a list of this part with a position: replaces a known position, inserts a new position at the top, or removes a
 * position that no longer belongs to the part.
 */
function withPosition(
  items: readonly Position[],
  position: Position,
  { isFirst, belongs }: { readonly isFirst: boolean; readonly belongs: boolean },
): Position[] {
  const at = items.findIndex((item) => item.id === position.id);
  if (!belongs) return items.filter((item) => item.id !== position.id);
  if (at === -1) return isFirst ? [position, ...items] : [...items];
  return items.with(at, position);
}

/** Updates a cached list. On pages after the first, positions are only replaced or removed. */
export function listWith<List extends CachedList>(list: List, position: Position, belongs: boolean): List {
  if (!('pages' in list)) {
    return { ...list, items: withPosition(list.items, position, { isFirst: true, belongs }) };
  }
  const known = list.pages.findIndex((page) => page.items.some(({ id }) => id === position.id));
  const pages = list.pages.map((page, at) => ({
    ...page,
    items: withPosition(page.items, position, { isFirst: known === -1 && at === 0, belongs }),
  }));
  return { ...list, pages };
}
