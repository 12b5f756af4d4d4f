/** Quotes, and the tape entries that make them public and final. */
import type { Amount } from '../money/amount.ts';

export type Quote = {
  readonly symbol: string;
  readonly bid: Amount;
  readonly ask: Amount;
  /** The price of the last trade; absent if the feed has no trades. */
  readonly last?: Amount;
  /** The volume traded since the previous quote; 0 if unknown. */
  readonly volume: Amount;
  /** The time given by the feed, in milliseconds since 1970. */
  readonly feedTimeMs: number;
  /** The lines of the named sources from which the quote was combined (`sourcesText`); absent if the feed names none. */
  readonly sources?: string | undefined;
};

/** Why an entry is not a quote, other than a silent feed: the feed ended, or it sent implausible quotes. */
export type GapCause =
  /** The feed ended. `reason` is a code. */
  | { readonly kind: 'halt'; readonly reason: string }
  | {
      readonly kind: 'reject';
      /** The code of the reason why the first of the quotes was rejected. */
      readonly reason: string;
      /** The SHA-256, in lower-case hex, of the quotes' texts (`refusedText`) joined by line feeds. */
      readonly refused: string;
      readonly count: number;
    };

/** The kinds of entries. Only quotes set prices. */
export type EntryKind = 'quote' | 'gap' | GapCause['kind'];

/**
 * One entry of a symbol's tape. Only the price of a quote can fill, fire or settle anything. Every other entry (`gap`) repeats
 * the prices of the previous entry, so that readers never see a price that was not quoted, but nothing fills at a gap entry.
 */
export type TapeEntry = {
  readonly symbol: string;
  /** The number of the entry on the symbol's tape, from 1 without gaps. */
  readonly seq: bigint;
  /** Milliseconds of the market clock; never decreases within a symbol. */
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  /** Volume traded since the previous entry. */
  readonly volume: Amount;
  readonly feedTimeMs: number;
  /** The lines of the named sources (`sourcesText`), which the entry's hash covers. */
  readonly sources?: string | undefined;
  /** Whether the entry is not a quote. */
  readonly gap?: true;
  /** Why the entry is not a quote; absent if the feed was silent. */
  readonly cause?: GapCause;
};

/**
 * Returns when an entry was made, in milliseconds: the earlier of the feed's time and the entry's time, so that a fast clock
 * of the feed cannot make the entry look newer. The result never decreases within a symbol, because neither of the two times
 * does.
 */
export function madeMs({ timeMs, feedTimeMs }: Pick<TapeEntry, 'timeMs' | 'feedTimeMs'>): number {
  return Math.min(timeMs, feedTimeMs);
}

export function kindOf(entry: Pick<TapeEntry, 'gap' | 'cause'>): EntryKind {
  if (entry.gap !== true) return 'quote';
  return entry.cause?.kind ?? 'gap';
}
