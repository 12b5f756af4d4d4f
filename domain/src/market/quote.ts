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
 * One entry of a symbol's tape: the only price that fills, fires or settles anything. A gap entry says that there was no
 * price: it repeats that of the entry before it, so that everything which reads prices sees none that was not quoted, and
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
  readonly gap?: true;
};
