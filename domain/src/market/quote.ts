/** A quote, and the tape entry that makes it public and final. */
import type { Amount } from '../money/amount.ts';

/** What a feed yields. */
export type Quote = {
  readonly symbol: string;
  readonly bid: Amount;
  readonly ask: Amount;
  /** The last trade's price where the feed has trades, else absent. */
  readonly last?: Amount;
  /** Volume traded since the quote before, 0 where unknown. */
  readonly volume: Amount;
  /** The feed's own time, milliseconds since 1970. */
  readonly feedTimeMs: number;
};

/**
 * Why an entry is no quote where something was heard of the feed: it ended, or it sent what nobody believes.
 */
export type GapCause =
  /** Nothing more comes from the feed; `reason` is a code. */
  | { readonly kind: 'halt'; readonly reason: string }
  /** Quotes that the guard refused. */
  | {
      readonly kind: 'reject';
      /** Why the first of them was refused, a code. */
      readonly reason: string;
      /** SHA-256 in lower-case hex over their texts (`refusedText`), each but the first after a line feed. */
      readonly refused: string;
      /** How many it stands for. */
      readonly count: number;
    };

/** The kinds of entries. Prices come from quotes alone. */
export type EntryKind = 'quote' | 'gap' | GapCause['kind'];

/**
 * One entry of a symbol's tape. Only a quote has a price that fills, fires or settles anything. Every other entry (`gap`)
 * repeats the prices of the entry before it, so that everything which reads prices sees none that was not quoted, and
 * nothing is filled at it.
 */
export type TapeEntry = {
  readonly symbol: string;
  /** 1, 2, 3, … within the symbol, none left out. */
  readonly seq: bigint;
  /** Market clock, milliseconds, never going back within the symbol. */
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  /** Volume traded since the entry before. */
  readonly volume: Amount;
  readonly feedTimeMs: number;
  /** The entry is no quote. */
  readonly gap?: true;
  /** Why it is none; absent where the feed was silent. */
  readonly cause?: GapCause;
};

/**
 * When an entry was made: by the older of its feed's time and its own, so that no feed's clock makes it younger. It never goes
 * back within a symbol, as neither of the two does.
 */
export function madeMs({ timeMs, feedTimeMs }: Pick<TapeEntry, 'timeMs' | 'feedTimeMs'>): number {
  return Math.min(timeMs, feedTimeMs);
}

/** What an entry is. */
export function kindOf(entry: Pick<TapeEntry, 'gap' | 'cause'>): EntryKind {
  if (entry.gap !== true) return 'quote';
  return entry.cause?.kind ?? 'gap';
}
