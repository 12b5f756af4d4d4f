/**
 * Numbered pages over lists that only have a next cursor. It stores where each page starts, as reported by the page before. If
 * that is unknown, for example after a reload, the pages before are requested again.
 */
type Page<Row> = { readonly items: readonly Row[]; readonly next: string | null };
type ReadPage<Row> = (cursor: string | undefined) => Promise<Page<Row>>;

/** Each combination of filters is a list. The oldest lists are discarded first. */
const LISTS_MAX = 50;

export class Cursors {
  readonly #begins = new Map<string, (string | undefined)[]>();

  /** Reads page `number`, starting from 1, of the list `name`. Returns an empty page if the list ends before it. */
  async read<Row>(name: string, number: number, readPage: ReadPage<Row>): Promise<Page<Row>> {
    const begins = this.#beginsOf(name);
    let at = Math.min(number, begins.length);
    for (;;) {
      const page = await readPage(begins[at - 1]);
      // The pages after this one may have changed since they were last requested.
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
