/** Reads a customer's lists: all of them at the first look, later the newest page and one older page, in turn. */

export type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null };

export type List<Item> = {
  readonly items: readonly Item[];
  /** Whether an item with this number should have been among the items. */
  readonly covers: (number: number) => boolean;
};

/** The maximum number of pages of the first look. */
const PAGES_MAX = 500;

/** Remembers where the next older page begins. */
export class ListReader<Item> {
  readonly #page: (cursor: string | undefined) => Promise<Page<Item>>;
  readonly #numberOf: (item: Item) => number;
  #older: string | null = null;
  #hasAll = false;

  /** Lists are sorted by number, the greatest first. */
  constructor(page: (cursor: string | undefined) => Promise<Page<Item>>, numberOf: (item: Item) => number) {
    this.#page = page;
    this.#numberOf = numberOf;
  }

  async read(): Promise<List<Item>> {
    if (!this.#hasAll) {
      const all = await this.#readAll();
      this.#hasAll = true;
      return { items: all, covers: () => true };
    }
    const newest = await this.#page(undefined);
    const older = this.#older === null ? undefined : await this.#page(this.#older);
    const from = this.#older === null ? 0 : Math.max(...(older?.items.map(this.#numberOf) ?? []), 0);
    const covered = [
      { least: this.#least(newest), most: Infinity },
      ...(older === undefined ? [] : [{ least: this.#least(older), most: from }]),
    ];
    this.#older = (older ?? newest).next;
    return {
      items: [...newest.items, ...(older?.items ?? [])],
      covers: (number) => covered.some(({ least, most }) => number >= least && number <= most),
    };
  }

  /** The smallest number that a page covers; 0 for the last page. */
  #least({ items, next }: Page<Item>): number {
    return next === null ? 0 : Math.min(...items.map(this.#numberOf));
  }

  async #readAll(): Promise<readonly Item[]> {
    const all: Item[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      // Each page names the next one.
      // oxlint-disable-next-line no-await-in-loop
      const { items, next } = await this.#page(cursor);
      all.push(...items);
      if (next === null) return all;
      cursor = next;
    }
    throw new Error(
      `the account has more than ${PAGES_MAX} pages of records; use a separate account for the watch`,
    );
  }
}
