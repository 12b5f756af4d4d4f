/** What an event of a deposit, a withdrawal, a loan or an order of the fund does to the pages of them that are on the screen. */
type Item = { readonly id: string };

/** As the list is cached, page after page. */
export type CachedPages<One extends Item> = { readonly pages: readonly { readonly items: readonly One[] }[] };

/** Puts it into its place, or on top when it is new: the newest come first. */
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

/** Takes it out of a list that it belongs to no more. */
export function pagesWithout<One extends Item, Cached extends CachedPages<One>>(
  list: Cached,
  id: string,
): Cached {
  const pages = list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
  return { ...list, pages };
}

/** Whether a list with this input, of all or of a part, holds what is open or what is over. */
export function listHolds(input: unknown, open: 'open' | 'in_progress', isOpen: boolean): boolean {
  const { status } = (input ?? {}) as { readonly status?: string };
  return status === undefined || (status === open) === isOpen;
}
