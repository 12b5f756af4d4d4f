/**
 * A level that waits for the price. A trigger fires at the first tape entry after the one it was armed at that
 * reaches its level, at that entry's price. Engine, oracle and verifier share this sentence, so the outcome is a
 * function of row and tape and never of who delivered what when.
 */
import type { Amount } from '../money/amount.ts';
import type { TapeEntry } from '../market/quote.ts';

/** Which side of the quote is watched, and in which direction it must come. */
export type TriggerCondition = 'ask_at_or_below' | 'ask_at_or_above' | 'bid_at_or_below' | 'bid_at_or_above';

export type Trigger = {
  readonly symbol: string;
  /** Which feature owns the row: "spot_order". */
  readonly kind: string;
  /** The customer's book and the row in it. */
  readonly book: bigint;
  readonly row: bigint;
  /** Grows with each change of the row's levels; a firing names the version it fired. */
  readonly version: number;
  readonly condition: TriggerCondition;
  readonly level: Amount;
  /** The head of the tape that the arming transaction read. */
  readonly armedSeq: bigint;
};

/** Whether a quote reaches a level. */
export function reaches(
  condition: TriggerCondition,
  level: Amount,
  quote: { readonly bid: Amount; readonly ask: Amount },
): boolean {
  switch (condition) {
    case 'ask_at_or_below':
      return quote.ask <= level;
    case 'ask_at_or_above':
      return quote.ask >= level;
    case 'bid_at_or_below':
      return quote.bid <= level;
    case 'bid_at_or_above':
      return quote.bid >= level;
  }
}

/** Whether this entry fires this trigger. */
export function fires(trigger: Trigger, entry: TapeEntry): boolean {
  return (
    entry.symbol === trigger.symbol &&
    entry.seq > trigger.armedSeq &&
    reaches(trigger.condition, trigger.level, entry)
  );
}
