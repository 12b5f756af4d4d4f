/**
 * Numbered pages over lists that only have a next cursor. The cursor of each page, which the previous page returns, is stored.
 * If it is unknown, for example after a reload, the previous pages are requested again.
 */
type Page<Row> = { readonly items: readonly Row[]; readonly next: string | null };
type ReadPage<Row> = (cursor: string | undefined) => Promise<Page<Row>>;

/** The maximum number of stored lists; each combination of filters is a list. The oldest lists are discarded first. */
const LISTS_MAX = 50;

export class Cursors {
  readonly #begins = new Map<string, (string | undefined)[]>();

  /** Reads page `number`, from 1, of the list `name`. Returns an empty page after the end of the list. */
  async read<Row>(name: string, number: number, readPage: ReadPage<Row>): Promise<Page<Row>> {
    const begins = this.#beginsOf(name);
    let at = Math.min(number, begins.length);
    for (;;) {
      const page = await readPage(begins[at - 1]);
      // The cursors of later pages are discarded, because the list may have changed since they were stored.
      begins.length = at;
      if (page.next !== null) begins[at] = page.next;
      if (at === number) return page;
      if (page.next === null) return { items: [], next: null };
      at += 1;
    }
  }

  #beginsOf(name: string): (string | undefined)[] {
    const known = this.#begins.get(name) ?? [undefined];
    this.#begins.delete(name);
    this.#begins.set(name, known);
    const oldest = this.#begins.keys().next().value;
    if (this.#begins.size > LISTS_MAX && oldest !== undefined) this.#begins.delete(oldest);
    return known;
  }
}
