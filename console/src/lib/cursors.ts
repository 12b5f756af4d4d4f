/**
 * Pages by number over lists that only go on: where each page of a list begins, as the page before it said. A page whose
 * beginning nobody knows, after a reload for example, is reached by asking for the ones before it again.
 */
type Page<Row> = { readonly items: readonly Row[]; readonly next: string | null };
type ReadPage<Row> = (cursor: string | undefined) => Promise<Page<Row>>;

/** Lists of different filters are different lists; the oldest are forgotten first. */
const LISTS_MAX = 50;

export class Cursors {
  readonly #begins = new Map<string, (string | undefined)[]>();

  /** Reads page `number`, from 1, of the list `name`; an empty page when the list ends before it. */
  async read<Row>(name: string, number: number, readPage: ReadPage<Row>): Promise<Page<Row>> {
    const begins = this.#beginsOf(name);
    let at = Math.min(number, begins.length);
    for (;;) {
      const page = await readPage(begins[at - 1]);
      // What comes behind may have changed since it was asked for the last time.
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
