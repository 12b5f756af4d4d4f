/** Reads entries of tapes by number, and keeps the last pages, since neighbouring fills name neighbouring entries. */
import type { TapeEntry } from '../chain.ts';

/** Reads at most `limit` entries of a tape, starting at a number. */
export type ReadEntries = (symbol: string, fromSeq: number, limit: number) => Promise<readonly TapeEntry[]>;

const PAGE = 1000;
const PAGES_KEPT = 64;

export class EntryPages {
  readonly #read: ReadEntries;
  readonly #pages = new Map<string, readonly TapeEntry[]>();

  constructor(read: ReadEntries) {
    this.#read = read;
  }

  /** Returns the entries of a range that the tape has, in order. */
  async range(symbol: string, from: number, to: number): Promise<readonly TapeEntry[]> {
    const found: TapeEntry[] = [];
    for (let page = Math.floor((Math.max(1, from) - 1) / PAGE); page * PAGE < to; page += 1) {
      // One page after the other, as the checks need them.
      // oxlint-disable-next-line no-await-in-loop
      const entries = await this.#page(symbol, page);
      found.push(...entries.filter(({ seq }) => seq >= from && seq <= to));
      if (entries.length < PAGE) break;
    }
    return found;
  }

  async #page(symbol: string, page: number): Promise<readonly TapeEntry[]> {
    const key = `${symbol} ${page}`;
    const kept = this.#pages.get(key);
    if (kept !== undefined) return kept;
    const entries = await this.#read(symbol, page * PAGE + 1, PAGE);
    // Only full pages are cached; the newest one still grows.
    if (entries.length === PAGE) {
      if (this.#pages.size >= PAGES_KEPT) this.#pages.delete(this.#pages.keys().next().value ?? '');
      this.#pages.set(key, entries);
    }
    return entries;
  }

  /**
   * Finds the last entry at or before a time, from a number on, by binary search. Returns undefined if the tape ends before
   * the time.
   */
  async lastAt(symbol: string, fromSeq: number, timeMs: number): Promise<TapeEntry | undefined> {
    let [low, high] = [fromSeq, fromSeq + 1];
    // oxlint-disable no-await-in-loop
    for (;;) {
      const [entry] = await this.range(symbol, high, high);
      if (entry === undefined) {
        const [last] = (await this.#read(symbol, low, PAGE)).slice(-1);
        if (last === undefined || last.seq === low) return undefined;
        if (last.time_ms > timeMs) {
          high = last.seq;
          break;
        }
        low = last.seq;
        high = low + 1;
        continue;
      }
      if (entry.time_ms > timeMs) break;
      low = high;
      high += high - fromSeq + PAGE;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const [entry] = await this.range(symbol, middle, middle);
      if (entry !== undefined && entry.time_ms <= timeMs) low = middle;
      else high = middle;
    }
    // oxlint-enable no-await-in-loop
    return (await this.range(symbol, low, low))[0];
  }
}
