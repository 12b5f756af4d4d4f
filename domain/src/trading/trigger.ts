/**
 * Triggers, which wait for a price or a time. After the tape entry at which it was armed, a trigger fires at the first entry
 * that reaches its level, at that entry's price. With `sinceMs`, only entries made at or after that time can fire it. Engine,
 * oracle and verifier share this definition, so that the outcome depends only on the row and the tape, not on the order of
 * delivery.
 */
import type { Amount } from '../money/amount.ts';
import type { TapeEntry } from '../market/quote.ts';
import { madeMs } from '../market/quote.ts';

/**
 * Conditions that a single entry decides: a side of the quote, or the price shown on charts, reaches the level from a given
 * direction, or a time is reached. A gap or halt entry can meet only `clock_at_or_after`; all other conditions need a price. A
 * reject entry meets no condition, because the market did not make a rejected quote.
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

/**
 * Conditions under which a side retraces by a distance from the best price since the arming, for which that best price must be
 * known.
 */
export type TrailingCondition = 'bid_falls_by' | 'ask_rises_by';

export type TriggerCondition = LevelCondition | TrailingCondition;

/**
 * The order in which triggers fire at the same entry. Triggers that wait for a time come first, because they were due before
 * the entry.
 */
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
  /** The kind of trigger, for example "spot_order". Each kind belongs to one feature. */
  readonly kind: string;
  /** The customer's book, and the row within the book. */
  readonly book: bigint;
  readonly row: bigint;
  /** Incremented whenever the trigger's condition or level changes. Firing names the version. */
  readonly version: number;
  readonly condition: TriggerCondition;
  /** A price; for a time condition, milliseconds since 1970; for a trailing condition, a price difference. */
  readonly level: Amount;
  /**
   * The newest entry that the arming transaction read. Entries up to it do not fire the trigger; a trailing trigger reads back
   * to it.
   */
  readonly armedSeq: bigint;
  /**
   * A market time in milliseconds. A quote made earlier does not fire the trigger, however late it arrives. The field is set
   * for customers' requests, because a late feed delivers prices that a customer with a faster source knew at the time of the
   * request. It is absent for triggers that become due automatically.
   */
  readonly sinceMs?: number;
};

type Moment = Pick<TapeEntry, 'bid' | 'ask' | 'last' | 'timeMs' | 'gap' | 'cause'>;

/** Whether a condition depends on the best price since the arming. */
export function isTrailing(condition: TriggerCondition): condition is TrailingCondition {
  return condition === 'bid_falls_by' || condition === 'ask_rises_by';
}

/** Whether an entry can fire a trigger: it comes after the arming and, if it is a quote, was made at or after `sinceMs`. */
export function isAwaited(
  { armedSeq, sinceMs }: Pick<Trigger, 'armedSeq' | 'sinceMs'>,
  entry: Pick<TapeEntry, 'seq' | 'timeMs' | 'feedTimeMs' | 'gap'>,
): boolean {
  return entry.seq > armedSeq && (sinceMs === undefined || entry.gap === true || madeMs(entry) >= sinceMs);
}

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

/** Returns the highest bid or the lowest ask, including one more quote; `before` is absent for the first quote. */
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

/** Returns the price at which a trailing trigger fires, given the best price so far. */
export function trailingLevel(condition: TrailingCondition, distance: Amount, extreme: Amount): Amount {
  return condition === 'bid_falls_by' ? extreme - distance : extreme + distance;
}

/**
 * Returns the first entry that fires a trigger, or undefined if none does. The extreme of a trailing trigger is the highest bid
 * (lowest ask) from the entry at `armedSeq` on, including that entry, quotes made before `sinceMs`, and the current entry. The
 * trigger fires once the bid is at or below the extreme minus the distance (the ask at or above the extreme plus the distance),
 * but not at a gap entry. If the trigger was armed at a gap entry, the prices repeated there count for the extreme.
 *
 * @param entries in tape order without omissions; for a trailing trigger, from `armedSeq` on. Earlier ones and those of other
 * symbols are skipped.
 * @param extremeBefore if `entries` start later than `armedSeq`: the extreme from `armedSeq` up to them.
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

/** Returns the extreme of a trailing trigger after the entries that `firstFiring` reads; undefined if no entry counted. */
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
