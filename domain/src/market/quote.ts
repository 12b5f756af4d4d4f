/** A quote, and the tape entry that makes it public and final. */
import type { Amount } from '../money/amount.ts';

/** One message of a feed. */
export type Quote = {
  readonly symbol: string;
  readonly bid: Amount;
  readonly ask: Amount;
  /** The last trade's price; absent if the feed has no trades. */
  readonly last?: Amount;
  /** Volume traded since the previous quote, 0 if unknown. */
  readonly volume: Amount;
  /** The feed's own time, milliseconds since 1970. */
  readonly feedTimeMs: number;
};

/** Why an entry is not a quote although the feed was heard of: it ended, or it sent implausible quotes. */
export type GapCause =
  /** Nothing more comes from the feed; `reason` is a code. */
  | { readonly kind: 'halt'; readonly reason: string }
  /** Quotes that the guard rejected. */
  | {
      readonly kind: 'reject';
      /** Why the first of them was rejected, a code. */
      readonly reason: string;
      /** SHA-256 in lower-case hex over their texts (`refusedText`), joined by line feeds. */
      readonly refused: string;
      /** How many quotes it stands for. */
      readonly count: number;
    };

/** The kinds of entries. Only quotes set prices. */
export type EntryKind = 'quote' | 'gap' | GapCause['kind'];

/**
 * One entry of a symbol's tape. Only a quote has a price that fills, fires or settles anything. Every other entry (`gap`)
 * repeats the prices of the previous entry, so that readers of prices never see one that was not quoted, and nothing is
 * filled at it.
 */
export type TapeEntry = {
  readonly symbol: string;
  /** 1, 2, 3, … within the symbol, without omissions. */
  readonly seq: bigint;
  /** Market clock, milliseconds, never going back within the symbol. */
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  /** Volume traded since the previous entry. */
  readonly volume: Amount;
  readonly feedTimeMs: number;
  /** The entry is not a quote. */
  readonly gap?: true;
  /** Why it is not a quote; absent if the feed was silent. */
  readonly cause?: GapCause;
};

/**
 * When an entry was made: the earlier of its feed's time and its own, so that no feed's clock makes it newer. It never goes
 * back within a symbol, because neither of the two does.
 */
export function madeMs({ timeMs, feedTimeMs }: Pick<TapeEntry, 'timeMs' | 'feedTimeMs'>): number {
  return Math.min(timeMs, feedTimeMs);
}

/** The kind of an entry. */
export function kindOf(entry: Pick<TapeEntry, 'gap' | 'cause'>): EntryKind {
  if (entry.gap !== true) return 'quote';
  return entry.cause?.kind ?? 'gap';
}
