/** Applies an event of a deposit, withdrawal, loan or fund order to the loaded pages of its list. */
type Item = { readonly id: string };

export type CachedPages<One extends Item> = { readonly pages: readonly { readonly items: readonly One[] }[] };

/** Replaces the item, or inserts a new item at the top because the newest items are first. */
export function pagesWith<One extends Item, Cached extends CachedPages<One>>(list: Cached, one: One): Cached {
  const isKnown = list.pages.some(({ items }) => items.some(({ id }) => id === one.id));
  const pages = list.pages.map((page, at) => ({
    ...page,
    items: isKnown
      ? page.items.map((item) => (item.id === one.id ? one : item))
      : at === 0
        ? [one, ...page.items]
        : page.items,
  }));
  return { ...list, pages };
}

export function pagesWithout<One extends Item, Cached extends CachedPages<One>>(
  list: Cached,
  id: string,
): Cached {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
  return { ...list, pages };
}

/** Returns whether a list with this input contains open items, ended items or both. */
export function listHolds(input: unknown, open: 'open' | 'in_progress', isOpen: boolean): boolean {
  const { status } = (input ?? {}) as { readonly status?: string };
  return status === undefined || (status === open) === isOpen;
}
