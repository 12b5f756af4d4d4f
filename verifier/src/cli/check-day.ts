/**
 * Recomputes the quotes of a day of the simulated market from the day's key, and compares every quote on the tapes with them.
 * The steps of a run have scheduled times, so a delay of the process changes nothing. For older runs without scheduled times,
 * the number and the times of the steps are derived from the tapes.
 */
import type { TapeEntry } from '../chain.ts';
import { kindOf } from '../chain.ts';
import { readDecimal } from '../decimal.ts';
import type { ModelQuote } from '../market-model.ts';
import { MarketModel, QUOTE_MINUTES, STEP_MS } from '../market-model.ts';
import type { MarketSymbol } from '../market-symbols.ts';
import { MARKET_SYMBOLS, isOpenAt } from '../market-symbols.ts';
import { EntryReader } from './entry-reader.ts';
import { numbersOf } from './keystream.ts';
import type { MarketRun } from './server.ts';

/** Reads entries of a symbol's tape in ascending order, from a given number on. */
export type ReadEntries = (symbol: string, fromSeq: number, limit: number) => Promise<readonly TapeEntry[]>;

export type DayDifference = {
  readonly symbol: string;
  readonly seq: number | null;
  readonly field: 'bid' | 'ask' | 'last' | 'volume' | 'quote' | 'day' | 'time_ms';
  /** The quote computed from the key; null if there is none. */
  readonly derived: string | null;
  /** The quote on the tape; null if there is none. */
  readonly found: string | null;
};

export type RunReport = {
  readonly differences: readonly DayDifference[];
  readonly quotes: number;
  /**
   * The numbers of quotes that cannot be compared: those that the guard rejected, and those that reached the tape after their
   * market had closed.
   */
  readonly refused: number;
  readonly leftOut: number;
  /** The time range from the first step that was not made to the start of the next run, if there is one. */
  readonly hole: { readonly fromMs: number; readonly toMs: number } | undefined;
};

/** The number of differences after which the comparison of a run stops, because all later quotes differ too. */
const DIFFERENCES_MAX = 20;
/** The time in milliseconds before the close of a market within which a quote may be made too late for the tape. */
const CLOSING_MS = 5000;

/** Checks the entries of a run: those after the run's heads, up to the heads of the next run. */
export async function checkRun(
  read: ReadEntries,
  key: string,
  { run, next }: { readonly run: MarketRun; readonly next: MarketRun },
): Promise<RunReport> {
  const middles = new Map<string, bigint>();
  let entries = 0;
  const readers = new Map<string, EntryReader>();
  for (const { symbol } of MARKET_SYMBOLS) {
    const head = run.heads[symbol] ?? 0;
    entries += head;
    readers.set(symbol, new EntryReader(read, { symbol, from: head + 1, to: next.heads[symbol] ?? 0 }));
    if (head === 0) continue;
    const [at] = await read(symbol, head, 1);
    middles.set(symbol, ((readDecimal(at?.bid) ?? 0n) + (readDecimal(at?.ask) ?? 0n)) / 2n);
  }
  const model = MarketModel.begin(numbersOf(key, entries), middles);
  return new RunCheck({ run, next, model, readers }).all();
}

class RunCheck {
  #model: MarketModel;
  readonly #readers: ReadonlyMap<string, EntryReader>;
  readonly #differences: DayDifference[] = [];
  /** By symbol: the number of next quotes that are represented by a reject entry. */
  readonly #owed = new Map<string, number>();
  /** By symbol: the time of the newest entry that is not a quote. Later entries have no earlier time. */
  readonly #notBefore = new Map<string, number>();
  #quotes = 0;
  #refused = 0;
  #leftOut = 0;
  #timeMs = 0;

  readonly #run: MarketRun;
  readonly #following: MarketRun;

  constructor(parts: {
    readonly run: MarketRun;
    readonly next: MarketRun;
    readonly model: MarketModel;
    readonly readers: ReadonlyMap<string, EntryReader>;
  }) {
    this.#run = parts.run;
    this.#following = parts.next;
    this.#model = parts.model;
    this.#readers = parts.readers;
  }

  async all(): Promise<RunReport> {
    const run = this.#run;
    this.#timeMs = run.started_ms;
    // A process that stopped immediately may have written no entries.
    if (await this.#isMore(MARKET_SYMBOLS)) {
      const first = (symbol: MarketSymbol) =>
        isOpenAt(symbol, run.started_ms) || (run.heads[symbol.symbol] ?? 0) === 0;
      await this.#compare(this.#model.quotes(first, 0), run.started_ms);
    }
    for (let step = 1; await this.#isMore(MARKET_SYMBOLS); step += 1) {
      if (this.#differences.length >= DIFFERENCES_MAX) break;
      if (run.step_ms !== null) await this.#paced(step, run.step_ms);
      else await (step % 2 === 0 ? this.#coins() : this.#dollars());
    }
    const fromMs = this.#timeMs + (run.step_ms ?? 0);
    const toMs = this.#following.started_ms;
    return {
      hole: run.step_ms !== null && toMs > fromMs ? { fromMs, toMs } : undefined,
      differences: this.#differences,
      quotes: this.#quotes,
      refused: this.#refused,
      leftOut: this.#leftOut,
    };
  }

  /**
   * Odd steps quote everything except coins; even steps quote the coins. Longer steps, by which a new demo's history is
   * generated, quote everything.
   */
  async #paced(step: number, stepMs: number): Promise<void> {
    const timeMs = this.#run.started_ms + step * stepMs;
    this.#timeMs = timeMs;
    this.#model.step(this.#isOpen(timeMs), stepMs);
    const isLong = stepMs > STEP_MS;
    const hasTurn = (symbol: MarketSymbol) => isLong || isCoin(symbol) === (step % 2 === 0);
    const quoted = (symbol: MarketSymbol) => hasTurn(symbol) && isOpenAt(symbol, timeMs);
    await this.#compare(this.#model.quotes(quoted, isLong ? stepMs / 60_000 : QUOTE_MINUTES), timeMs);
  }

  /** Coins are always open, so each step that quotes them is on the tape. */
  async #coins(): Promise<void> {
    this.#timeMs = (await this.#timeOf(coins)) ?? this.#timeMs;
    this.#model.step(this.#isOpen(this.#timeMs));
    await this.#compare(this.#model.quotes(isCoin), this.#timeMs);
  }

  async #dollars(): Promise<void> {
    const timeMs = await this.#timeOf(dollars);
    const nextMs = await this.#timeOf(coins);
    if (timeMs !== undefined && (nextMs === undefined || timeMs <= nextMs)) {
      this.#timeMs = timeMs;
      this.#model.step(this.#isOpen(timeMs));
      const quotes = this.#model.quotes((symbol) => !isCoin(symbol) && isOpenAt(symbol, timeMs));
      await this.#compare(quotes, timeMs);
      return;
    }
    await this.#unseen(nextMs ?? this.#timeMs);
  }

  /** Processes a step that left no entry on the tape because its markets were closed or just closing. */
  async #unseen(nextMs: number): Promise<void> {
    const before = this.#isOpen(this.#timeMs);
    const wasOpen = dollars.some(before);
    const after = this.#isOpen(nextMs);
    if (wasOpen && dollars.some(after)) {
      this.#model.step(before);
      await this.#compare(
        this.#model.quotes((symbol) => !isCoin(symbol) && before(symbol)),
        this.#timeMs,
      );
      return;
    }
    if (!wasOpen) {
      this.#model.step(isCoin);
      return;
    }
    // Either the step was made before the close, but too late for the tape, or the step was not made. The next quotes of the
    // coins show which of the two is the case.
    const made = this.#model.copy();
    made.step(before);
    const late = made.quotes((symbol) => !isCoin(symbol) && before(symbol)).length;
    this.#model.step(isCoin);
    if ((await this.#fits(made, nextMs)) && !(await this.#fits(this.#model, nextMs))) {
      this.#model = made;
      this.#leftOut += late;
    }
  }

  /** Whether a model produces the next quotes of the coins. */
  async #fits(model: MarketModel, timeMs: number): Promise<boolean> {
    const tried = model.copy();
    tried.step(this.#isOpen(timeMs));
    for (const quote of tried.quotes(isCoin)) {
      const entry = await this.#reader(quote.symbol).quote();
      if (entry !== undefined && FIELDS.some((field) => entry[field] !== quote[field])) return false;
    }
    return true;
  }

  async #compare(quotes: readonly ModelQuote[], timeMs: number): Promise<void> {
    for (const quote of quotes) {
      const { symbol } = quote;
      let entry = await this.#next(symbol);
      const owed = this.#owed.get(symbol) ?? 0;
      if (owed > 0) {
        this.#owed.set(symbol, owed - 1);
        this.#refused += 1;
        continue;
      }
      for (; entry !== undefined && entry.feed_time_ms < timeMs; entry = await this.#next(symbol)) {
        this.#differ({ symbol, seq: entry.seq, field: 'quote', derived: null, found: textOf(entry) });
        this.#reader(symbol).take();
      }
      if (entry?.feed_time_ms !== timeMs) {
        this.#missing(quote, timeMs);
        continue;
      }
      this.#reader(symbol).take();
      this.#quotes += 1;
      this.#hold(entry, quote);
    }
  }

  /** Returns the next quote of a symbol. A reject entry before it states how many quotes were rejected. */
  async #next(symbol: string): Promise<TapeEntry | undefined> {
    const reader = this.#reader(symbol);
    for (;;) {
      const entry = await reader.peek();
      if (entry === undefined || kindOf(entry) === 'quote') return entry;
      this.#notBefore.set(symbol, entry.time_ms);
      const refused = kindOf(entry) === 'reject' ? (entry.refused_count ?? 0) : 0;
      this.#owed.set(symbol, (this.#owed.get(symbol) ?? 0) + refused);
      reader.take();
    }
  }

  #hold(entry: TapeEntry, quote: ModelQuote): void {
    const { symbol } = quote;
    const { seq } = entry;
    for (const field of FIELDS) {
      if (entry[field] !== quote[field])
        this.#differ({ symbol, seq, field, derived: quote[field], found: entry[field] });
    }
    const { day, step_ms: stepMs } = this.#run;
    const found = new Date(entry.feed_time_ms).toISOString().slice(0, 10);
    if (found !== day) this.#differ({ symbol, seq, field: 'day', derived: day, found });
    const timeMs = Math.max(entry.feed_time_ms, this.#notBefore.get(symbol) ?? 0);
    if (stepMs !== null && entry.time_ms !== timeMs) {
      const figures = { derived: String(timeMs), found: String(entry.time_ms) };
      this.#differ({ symbol, seq, field: 'time_ms', ...figures });
    }
  }

  #missing(quote: ModelQuote, timeMs: number): void {
    const listed = MARKET_SYMBOLS.find(({ symbol }) => symbol === quote.symbol);
    const mayBeLate = this.#run.step_ms === null && listed !== undefined;
    if (mayBeLate && !isOpenAt(listed, timeMs + CLOSING_MS)) {
      this.#leftOut += 1;
      return;
    }
    this.#differ({ symbol: quote.symbol, seq: null, field: 'quote', derived: textOf(quote), found: null });
  }

  #differ(difference: DayDifference): void {
    this.#differences.push(difference);
  }

  #isOpen(timeMs: number): (symbol: MarketSymbol) => boolean {
    return (symbol) => isOpenAt(symbol, timeMs);
  }

  #reader(symbol: string): EntryReader {
    return this.#readers.get(symbol) as EntryReader;
  }

  async #isMore(symbols: readonly MarketSymbol[]): Promise<boolean> {
    for (const { symbol } of symbols) if ((await this.#reader(symbol).quote()) !== undefined) return true;
    return false;
  }

  /**
   * Returns the time of the next quotes of a group of symbols, by majority, so that a single changed quote does not determine
   * it.
   */
  async #timeOf(group: readonly MarketSymbol[]): Promise<number | undefined> {
    const counts = new Map<number, number>();
    for (const { symbol } of group) {
      const entry = await this.#reader(symbol).quote();
      if (entry !== undefined) counts.set(entry.feed_time_ms, (counts.get(entry.feed_time_ms) ?? 0) + 1);
    }
    return [...counts].toSorted(([one, many], [other, more]) => more - many || one - other)[0]?.[0];
  }
}

const FIELDS = ['bid', 'ask', 'last', 'volume'] as const;
const isCoin = ({ kind }: MarketSymbol): boolean => kind === 'crypto';
const coins = MARKET_SYMBOLS.filter(isCoin);
const dollars = MARKET_SYMBOLS.filter((symbol) => !isCoin(symbol));

function textOf({ bid, ask }: Pick<ModelQuote, 'bid' | 'ask'>): string {
  return `${bid} / ${ask}`;
}
