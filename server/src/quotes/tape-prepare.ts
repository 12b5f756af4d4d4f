/**
 * Prepares a batch of the tape: quotes, numbered and hashed after the heads, with the conversion rates that become due in
 * between. A rate is written in the same transaction as the entry that made it due. No crash or change of leader therefore
 * publishes a rate twice or skips one, and a replay has each rate at the same position at any speed.
 */
import { conversionRate, conversions, isRateDue, isRateSymbol } from '@candor/domain/market/conversion.ts';
import { nearestTick } from '@candor/domain/market/guard.ts';
import { OPTION_GAP_MS } from '@candor/domain/trading/option.ts';
import type { GapCause, Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { ChainHash, HashedEntry } from '@candor/domain/market/tape.ts';
import { canonicalText } from '@candor/domain/market/tape.ts';
import { instrumentOf } from './catalogue.ts';
import { quotedBy } from './latest.ts';
import type { Head } from './tape-store.ts';

/**
 * The maximum value of the column, 24 days. A rate does not become stale with age, because it may be an hour old and does not
 * change over weekends and holidays.
 */
export const RATE_STALE_AFTER_MS = 2_147_483_647;

export type Waiting =
  | { readonly quote: Quote; readonly done: (durable: boolean) => void }
  | { readonly symbol: string; readonly cause: GapCause; readonly heardMs?: number | undefined }
  | { readonly symbol: string; readonly gap: true };

/** A new head, and the state that is expected before it. */
export type HeadChange = { readonly before: bigint; readonly quotedBeforeMs: number; readonly head: Head };

export type Prepared = {
  readonly entries: readonly HashedEntry[];
  readonly heads: readonly HeadChange[];
  /** Quotes that are not written because their market closed while they were queued. */
  readonly tooLate: ReadonlySet<Waiting>;
};

export type PrepareOptions = {
  readonly hash: ChainHash;
  /** The market time of a quote. The times of a symbol's entries never decrease. */
  readonly timeOf: (quote: Quote) => number;
  /** The market clock. */
  readonly marketNow: () => number;
  /** Whether the quotes' feed time is market time, as in a replay. If so, no other entry may be later than the quotes. */
  readonly quotesTellTime?: boolean;
  readonly staleAfterMs: (symbol: string) => number;
  /** Returns the maximum age of an entry at which a market order fills, in milliseconds. */
  readonly fillAgeMs: (symbol: string) => number;
  readonly wallNow: () => number;
};

/** Numbers and hashes the queued items after the current heads. */
export function prepare(
  taken: readonly Waiting[],
  heads: ReadonlyMap<string, Head>,
  options: PrepareOptions,
): Prepared {
  const batch = new Draft(heads, options);
  const tooLate = new Set<Waiting>();
  for (const item of taken) {
    if ('gap' in item) batch.appendGap(item.symbol);
    else if ('cause' in item) batch.appendCause(item.symbol, item.cause, item.heardMs);
    else if (!batch.appendInSession(item.quote)) tooLate.add(item);
  }
  return { entries: batch.entries, heads: batch.changes(), tooLate };
}

class Draft {
  readonly entries: HashedEntry[] = [];
  readonly #changed = new Map<string, HeadChange>();
  readonly #heads: ReadonlyMap<string, Head>;
  readonly #options: PrepareOptions;

  constructor(heads: ReadonlyMap<string, Head>, options: PrepareOptions) {
    this.#heads = heads;
    this.#options = options;
  }

  changes(): HeadChange[] {
    return [...this.#changed.values()];
  }

  headOf(symbol: string): Head | undefined {
    return this.#changed.get(symbol)?.head ?? this.#heads.get(symbol);
  }

  /** Appends a quote and the rates that it makes due. Returns false if the quote's market closed while the quote was queued. */
  appendInSession(quote: Quote): boolean {
    const head = this.headOf(quote.symbol);
    const timeMs = Math.max(head?.timeMs ?? 0, this.#options.timeOf(quote));
    if (isClosed(quote.symbol, timeMs) && head?.seq !== 0n) return false;
    this.#append(quote, timeMs);
    for (const rate of ratesDue(this, timeMs)) this.#append(rate, timeMs);
    return true;
  }

  appendGap(symbol: string): void {
    const { marketNow, hash } = this.#options;
    const timeMs = marketNow();
    if (!isSilent(this.headOf(symbol), timeMs)) return;
    this.#change(symbol, (head) => this.#halted(head, gapAfter(head, { timeMs, hash }), 'gap'));
  }

  appendCause(symbol: string, cause: GapCause, heardMs: number | undefined): void {
    const { marketNow, hash, quotesTellTime } = this.#options;
    this.#change(symbol, (head) => {
      // Before the first quote, there is no price for an entry to repeat, and no order can fill.
      if (head.seq === 0n) return { ...head, halted: true, haltedBecause: cause.reason };
      // A feed that has ended reports its end again at every start. Only the first report is recorded.
      if (cause.kind === 'halt' && head.gap === true && head.haltedBecause === cause.reason) return head;
      const nowMs = marketNow();
      const toldMs = quotesTellTime === true ? head.timeMs : Math.min(nowMs, heardMs ?? nowMs);
      const timeMs = Math.max(head.timeMs, toldMs);
      return this.#halted(head, gapAfter(head, { timeMs, hash, cause }), cause.reason);
    });
  }

  #append(quote: Quote, timeMs: number): void {
    const { hash, staleAfterMs, fillAgeMs, wallNow } = this.#options;
    this.#change(quote.symbol, (head) => {
      const entry = nextEntry(head, quote, { timeMs, hash });
      this.entries.push(entry);
      return {
        ...entry,
        staleAfterMs: isRateSymbol(entry.symbol) ? RATE_STALE_AFTER_MS : staleAfterMs(entry.symbol),
        // No order fills at a conversion rate.
        fillAgeMs: isRateSymbol(entry.symbol) ? 0 : fillAgeMs(entry.symbol),
        halted: false,
        haltedBecause: null,
        writtenAtMs: wallNow(),
      };
    });
  }

  #halted(head: Head, entry: HashedEntry, because: string): Head {
    this.entries.push(entry);
    const { staleAfterMs, fillAgeMs } = head;
    const written = { staleAfterMs, fillAgeMs, writtenAtMs: this.#options.wallNow() };
    return { ...entry, ...written, quoted: quotedBy(head), halted: true, haltedBecause: because };
  }

  #change(symbol: string, next: (head: Head) => Head): void {
    const head = this.headOf(symbol);
    if (head === undefined) throw new Error(`expected a tape for ${symbol}, found none`);
    const first = this.#changed.get(symbol) ?? { before: head.seq, quotedBeforeMs: quotedBy(head).timeMs };
    this.#changed.set(symbol, { ...first, head: next(head) });
  }
}

/** Whether the market of a symbol is closed at a market time. */
export function isClosed(symbol: string, timeMs: number): boolean {
  return !sessionAt(instrumentOf(symbol)?.calendar ?? 'always', timeMs).open;
}

/** Whether the tape has had no entry for so long that a time in between has no price. Always false before the first quote. */
export function isSilent(head: Pick<Head, 'seq' | 'timeMs'> | undefined, marketMs: number): boolean {
  return head !== undefined && head.seq > 0n && marketMs - head.timeMs > OPTION_GAP_MS;
}

function ratesDue(batch: Draft, timeMs: number): Quote[] {
  return conversions.flatMap((conversion) => {
    const newest = batch.headOf(conversion.symbol);
    const source = batch.headOf(conversion.source);
    if (newest === undefined || source === undefined) return [];
    const quoted = quotedBy(source);
    if (!isRateDue(newest, quoted, timeMs)) return [];
    const rate = conversionRate(conversion, source);
    const { symbol } = conversion;
    return [{ symbol, bid: rate, ask: rate, last: rate, volume: 0n, feedTimeMs: quoted.timeMs }];
  });
}

function nextEntry(
  head: Head,
  quote: Quote,
  { timeMs, hash }: { readonly timeMs: number; readonly hash: ChainHash },
): HashedEntry {
  const tick = instrumentOf(quote.symbol)?.tickSize ?? 1n;
  const entry: TapeEntry = {
    symbol: quote.symbol,
    seq: head.seq + 1n,
    timeMs: Math.max(head.timeMs, timeMs),
    feedTimeMs: quote.feedTimeMs,
    bid: quote.bid,
    ask: quote.ask,
    last: quote.last ?? nearestTick((quote.bid + quote.ask) / 2n, tick),
    volume: quote.volume,
    ...(quote.sources !== undefined && { sources: quote.sources }),
  };
  return { ...entry, hash: hash(head.hash, canonicalText(entry)) };
}

/** Returns an entry that states that there is no quote. Its prices repeat the previous ones, and its volume is zero. */
function gapAfter(
  head: Head,
  { timeMs, hash, cause }: { readonly timeMs: number; readonly hash: ChainHash; readonly cause?: GapCause },
): HashedEntry {
  const { symbol, bid, ask, last, feedTimeMs } = head;
  const entry: TapeEntry = {
    symbol,
    seq: head.seq + 1n,
    timeMs,
    feedTimeMs,
    bid,
    ask,
    last,
    volume: 0n,
    gap: true,
    ...(cause !== undefined && { cause }),
  };
  return { ...entry, hash: hash(head.hash, canonicalText(entry)) };
}
