/** What an event of a deposit or a withdrawal does to the pages of them that are on the screen. */
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
