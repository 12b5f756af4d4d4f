/** A quote, and the tape entry that makes it public and final. */
import type { Amount } from '../money/amount.ts';

/** One message from a feed. */
export type Quote = {
  readonly symbol: string;
  readonly bid: Amount;
  readonly ask: Amount;
  /** The price of the last trade; absent if the feed has no trades. */
  readonly last?: Amount;
  /** The volume traded since the previous quote; 0 if unknown. */
  readonly volume: Amount;
  /** The feed's own time, in milliseconds since 1970. */
  readonly feedTimeMs: number;
};

/** Why an entry is not a quote although the feed was not silent: the feed ended, or it sent implausible quotes. */
export type GapCause =
  /** Nothing more comes from the feed. `reason` is a code. */
  | { readonly kind: 'halt'; readonly reason: string }
  /** Quotes that the guard rejected. */
  | {
      readonly kind: 'reject';
      /** The code of the reason why the first of them was rejected. */
      readonly reason: string;
      /** SHA-256 in lower-case hex over their texts (`refusedText`), joined by line feeds. */
      readonly refused: string;
      /** The number of quotes that the entry represents. */
      readonly count: number;
    };

/** The kinds of entries. Only quotes set prices. */
export type EntryKind = 'quote' | 'gap' | GapCause['kind'];

/**
 * One entry of a symbol's tape. Only the price of a quote can fill, fire or settle anything. Every other entry (`gap`) repeats
 * the prices of the entry before it, so that readers never see a price that was not quoted, and nothing is filled at it.
 */
export type TapeEntry = {
  readonly symbol: string;
  /** 1, 2, 3, … within the symbol, without gaps in the numbering. */
  readonly seq: bigint;
  /** Milliseconds of the market clock; never decreases within a symbol. */
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  /** Volume traded since the previous entry. */
  readonly volume: Amount;
  readonly feedTimeMs: number;
  /** Whether the entry is not a quote. */
  readonly gap?: true;
  /** Why the entry is not a quote; absent if the feed was silent. */
  readonly cause?: GapCause;
};

/**
 * When an entry was made: the earlier of its feed's time and its own, so that a feed's clock can't make it look newer. It never
 * decreases within a symbol, because neither of the two does.
 */
export function madeMs({ timeMs, feedTimeMs }: Pick<TapeEntry, 'timeMs' | 'feedTimeMs'>): number {
  return Math.min(timeMs, feedTimeMs);
}

/** The kind of an entry. */
export function kindOf(entry: Pick<TapeEntry, 'gap' | 'cause'>): EntryKind {
  if (entry.gap !== true) return 'quote';
  return entry.cause?.kind ?? 'gap';
}
