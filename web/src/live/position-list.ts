/** What a position event does to the lists of positions and resting orders that are on the screen. */
import type { PositionEvent } from './connection.ts';

export type Position = PositionEvent['position'];
export type Product = Position['product'];
/** The parts that the lists are asked for in. */
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

/** The call that lists a product's positions. */
export const positionLists = {
  contract: 'POST lever/my_trade',
  forex: 'POST lever/my_wh_trade',
} as const satisfies Record<Product, string>;

/** A page of a list, or the whole of a short one. */
type Page = { readonly items: readonly Position[] };
/** A list as it is cached: at once, or page after page. */
export type CachedList = Page | { readonly pages: readonly Page[] };

/** Puts a position into its place in a list of this part, on top when it is new, and out of one where it no longer belongs. */
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

/** The same for a list as it is cached; pages after the first only have theirs replaced or taken out. */
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
