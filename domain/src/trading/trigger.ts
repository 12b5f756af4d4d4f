/**
 * A level that waits for a price or a time. A trigger fires at the first tape entry after the one it was armed at that
 * reaches its level, at that entry's price; if it states since when it waits, at the first of those that were made then or
 * later. Engine, oracle and verifier share this definition, so the outcome is a function of row and tape and never depends on
 * delivery order.
 */
import type { Amount } from '../money/amount.ts';
import type { TapeEntry } from '../market/quote.ts';
import { madeMs } from '../market/quote.ts';

/**
 * Conditions that a single entry decides: which side of the quote, or which price shown on charts, reached the level from
 * which direction, or that the time came. A gap or halt entry meets only `clock_at_or_after`: that condition also waits for
 * the statement that there was no price, while all others wait for a price. A reject entry meets nothing, because a rejected
 * quote did not happen on the market.
 */
export type LevelCondition =
  | 'clock_at_or_after'
  | 'time_at_or_after'
  | 'ask_at_or_below'
  | 'ask_at_or_above'
  | 'bid_at_or_below'
  | 'bid_at_or_above'
  | 'last_at_or_below'
  | 'last_at_or_above';

/** A side has come back by a distance from its best since the arming, so the best in between must be known. */
export type TrailingCondition = 'bid_falls_by' | 'ask_rises_by';

export type TriggerCondition = LevelCondition | TrailingCondition;

/** The order in which one entry's firings happen: what is due by time was due before the price came. */
export const TRIGGER_CONDITIONS: readonly TriggerCondition[] = [
  'clock_at_or_after',
  'time_at_or_after',
  'ask_at_or_below',
  'ask_at_or_above',
  'bid_at_or_below',
  'bid_at_or_above',
  'last_at_or_below',
  'last_at_or_above',
  'bid_falls_by',
  'ask_rises_by',
];

export type Trigger = {
  readonly symbol: string;
  /** Which feature owns the row, and what it waits for: "spot_order". */
  readonly kind: string;
  /** The customer's book and the row in it. */
  readonly book: bigint;
  readonly row: bigint;
  /** Grows with each change of what this kind waits for; a firing names the version it fired. */
  readonly version: number;
  readonly condition: TriggerCondition;
  /** A price; for a time, whole milliseconds since 1970, not scaled; for trailing conditions a distance in price. */
  readonly level: Amount;
  /** The head of the tape that the arming transaction read. Entries up to it do not fire; a trailing trigger reads back to it. */
  readonly armedSeq: bigint;
  /**
   * By the market clock: a quote that was made earlier does not fire it, however late it arrives. Customers' requests set it,
   * because a late feed reports what somebody closer to the market knew when they made the request; triggers that become due
   * by themselves don't.
   */
  readonly sinceMs?: number;
};

type Moment = Pick<TapeEntry, 'bid' | 'ask' | 'last' | 'timeMs' | 'gap' | 'cause'>;

/** Whether a condition needs the extreme since the arming. */
export function isTrailing(condition: TriggerCondition): condition is TrailingCondition {
  return condition === 'bid_falls_by' || condition === 'ask_rises_by';
}

/** Whether a trigger considers an entry at all: after its arming, and a quote no older than its wait. */
export function isAwaited(
  { armedSeq, sinceMs }: Pick<Trigger, 'armedSeq' | 'sinceMs'>,
  entry: Pick<TapeEntry, 'seq' | 'timeMs' | 'feedTimeMs' | 'gap'>,
): boolean {
  return entry.seq > armedSeq && (sinceMs === undefined || entry.gap === true || madeMs(entry) >= sinceMs);
}

/** Whether an entry reaches a level. */
export function reaches(condition: LevelCondition, level: Amount, entry: Moment): boolean {
  if (entry.gap === true && (condition !== 'clock_at_or_after' || entry.cause?.kind === 'reject'))
    return false;
  switch (condition) {
    case 'clock_at_or_after':
    case 'time_at_or_after':
      return BigInt(entry.timeMs) >= level;
    case 'ask_at_or_below':
      return entry.ask <= level;
    case 'ask_at_or_above':
      return entry.ask >= level;
    case 'bid_at_or_below':
      return entry.bid <= level;
    case 'bid_at_or_above':
      return entry.bid >= level;
    case 'last_at_or_below':
      return entry.last <= level;
    case 'last_at_or_above':
      return entry.last >= level;
  }
}

/** The greatest bid or the least ask after one more quote; `before` is absent at the first. */
export function extremeWith(
  condition: TrailingCondition,
  before: Amount | undefined,
  quote: Pick<Moment, 'bid' | 'ask'>,
): Amount {
  const side = condition === 'bid_falls_by' ? quote.bid : quote.ask;
  if (before === undefined) return side;
  const further = condition === 'bid_falls_by' ? side > before : side < before;
  return further ? side : before;
}

/** The price at which a trailing trigger fires while this is the extreme. */
export function trailingLevel(condition: TrailingCondition, distance: Amount, extreme: Amount): Amount {
  return condition === 'bid_falls_by' ? extreme - distance : extreme + distance;
}

/**
 * The first entry that fires a trigger. A trailing one's extreme is the greatest bid (least ask) from the entry at `armedSeq`
 * on, including that one, quotes from before its wait and the current entry. It fires once the bid is at or below the extreme
 * less the distance (the ask at or above the extreme plus the distance), and at no gap entry. The prices that a gap entry
 * repeats count for the extreme of a trigger armed at it, like those of any head.
 *
 * @param entries in tape order without omissions, for a trailing trigger from `armedSeq` on; earlier ones and other symbols
 * are skipped.
 * @param extremeBefore if `entries` begin later: the extreme from `armedSeq` up to them.
 */
export function firstFiring(
  trigger: Trigger,
  entries: Iterable<TapeEntry>,
  extremeBefore?: Amount,
): TapeEntry | undefined {
  const { condition, level } = trigger;
  let extreme = extremeBefore;
  for (const entry of entries) {
    if (entry.symbol !== trigger.symbol || entry.seq < trigger.armedSeq) continue;
    if (isTrailing(condition)) {
      extreme = extremeWith(condition, extreme, entry);
      if (
        isAwaited(trigger, entry) &&
        entry.gap !== true &&
        isBack(condition, trailingLevel(condition, level, extreme), entry)
      ) {
        return entry;
      }
    } else if (isAwaited(trigger, entry) && reaches(condition, level, entry)) return entry;
  }
  return undefined;
}

/** The extreme of a trailing trigger after the entries that `firstFiring` takes; absent if none counted yet. */
export function extremeSince(
  trigger: Trigger,
  entries: Iterable<TapeEntry>,
  extremeBefore?: Amount,
): Amount | undefined {
  const { condition } = trigger;
  if (!isTrailing(condition)) return undefined;
  let extreme = extremeBefore;
  for (const entry of entries) {
    if (entry.symbol !== trigger.symbol || entry.seq < trigger.armedSeq) continue;
    extreme = extremeWith(condition, extreme, entry);
  }
  return extreme;
}

function isBack(condition: TrailingCondition, price: Amount, quote: Pick<Moment, 'bid' | 'ask'>): boolean {
  return condition === 'bid_falls_by' ? quote.bid <= price : quote.ask >= price;
}
