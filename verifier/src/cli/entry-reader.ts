/** Reads the entries of a range of a tape one by one, and fetches them page by page. */
import type { TapeEntry } from '../chain.ts';
import { kindOf } from '../chain.ts';
import { PAGE, UnreadableError } from './server.ts';

type Read = (symbol: string, fromSeq: number, limit: number) => Promise<readonly TapeEntry[]>;

export class EntryReader {
  readonly #read: Read;
  readonly #symbol: string;
  readonly #to: number;
  #from: number;
  #page: readonly TapeEntry[] = [];
  #at = 0;

  constructor(
    read: Read,
    { symbol, from, to }: { readonly symbol: string; readonly from: number; readonly to: number },
  ) {
    this.#read = read;
    this.#symbol = symbol;
    this.#from = from;
    this.#to = to;
  }

  /** Returns the next entry without consuming it, or undefined after the last. */
  async peek(): Promise<TapeEntry | undefined> {
    if (this.#at === this.#page.length && this.#from <= this.#to) {
      const page = await this.#read(this.#symbol, this.#from, Math.min(PAGE, this.#to - this.#from + 1));
      // The chain is verified by the check of the tape. Here, only missing and duplicate entries are detected.
      if (page.length === 0 || page.some(({ seq }, at) => seq !== this.#from + at)) {
        throw new UnreadableError(
          `The entries of ${this.#symbol} from entry ${this.#from} on are not in order.`,
        );
      }
      this.#from += page.length;
      this.#page = page;
      this.#at = 0;
    }
    return this.#page[this.#at];
  }

  /** Returns the next quote without consuming it or the entries before it that are not quotes. */
  async quote(): Promise<TapeEntry | undefined> {
    const next = await this.peek();
    if (next === undefined || kindOf(next) === 'quote') return next;
    return this.#behind();
  }

  take(): void {
    this.#at += 1;
  }

  async #behind(): Promise<TapeEntry | undefined> {
    for (let at = this.#at; at < this.#page.length; at += 1) {
      const entry = this.#page[at];
      if (entry !== undefined && kindOf(entry) === 'quote') return entry;
    }
    if (this.#from > this.#to) return undefined;
    // Gap entries may continue on the next page, so the rest of this page and the next page are searched together.
    const rest = this.#page.slice(this.#at);
    this.#at = this.#page.length;
    await this.peek();
    this.#page = [...rest, ...this.#page];
    this.#at = 0;
    return this.#behind();
  }
}
