/**
 * Checks the trigger of a fill: a limit, a level of the position, a retracement from the best price, or the loss of half the
 * margin. A trigger fires at the first entry after the arming that was made since the request and reaches the trigger, so a
 * fill at a later entry is a contradiction.
 */
import { amendmentViolations, areReadable } from './amendments.ts';
import type { Amended } from './amendments.ts';
import type { TapeEntry } from './chain.ts';
import { madeMs } from './chain.ts';
import { ONE, printDecimal, readDecimal } from './decimal.ts';
import type { Fill } from './fill.ts';
import { buys } from './fill.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';

export type Waited = Amended & {
  readonly for: 'limit' | 'stop' | 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing' | 'close_out';
  /** The newest entry when the trigger was armed. Only later entries fire the trigger. */
  readonly armed_seq: number;
  /**
   * Only entries made at or after this time, in milliseconds, fire the trigger. Absent for a liquidation, and for triggers
   * armed by older releases.
   */
  readonly since_ms?: number | undefined;
  /**
   * When the customer requested the cancellation of the order, and the newest entry at that time. A later quote does not fill
   * the order if it was made since the request, or if it arrives more than a minute after the request.
   */
  readonly cancel_ms?: number | undefined;
  readonly cancel_seq?: number | undefined;
  /**
   * When the customer requested a change of the level that closed the position, and the newest entry at that time. A later
   * quote made since the request does not close the position by this level.
   */
  readonly change_ms?: number | undefined;
  readonly change_seq?: number | undefined;
  /**
   * The first entry that is checked: the one of the arming, or a later one if the entries since the arming do not fit into a
   * file.
   */
  readonly from_seq: number;
  /** A price; for `trailing`, a price difference. Absent for a liquidation, which follows from the three fields below. */
  readonly level?: string | undefined;
  /** For a spot order with a limit and a stop: the level that did not fill it. No earlier entry may have reached it either. */
  readonly other_level?: string | undefined;
  /** For a trailing stop of a spot order: the share of the price that is its distance, in basis points. */
  readonly trailing_bps?: number | undefined;
  /**
   * For a trailing stop of a spot order whose end was amended: the entry from which its best price is measured, and whose price
   * decided its distance. If absent, `armed_seq`.
   */
  readonly trailing_from_seq?: number | undefined;
  /** The time in milliseconds from which no entry fills the order. */
  readonly expires_ms?: number | undefined;
  /**
   * When the order was accepted, in seconds, as stated in the response to the order; only for an order that was armed at its
   * acceptance, until its first amendment if it was amended.
   */
  readonly accepted_at?: number | undefined;
  readonly margin?: string | undefined;
  /** The part of the margin that was added by this change and is not in effect yet. */
  readonly waiting_margin?: string | undefined;
  readonly initial_margin?: string | undefined;
  readonly financing?: string | undefined;
};

/**
 * The maximum difference between the clocks of two machines, in milliseconds, for comparing an arming with the newest
 * entry at its time.
 */
const CLOCKS_DIFFER_MS = 2000;
/** The time in milliseconds after a cancellation request from which no arriving quote fills the order. */
const TAKEN_BACK_WAIT_MS = 60_000;
const SCALE = ONE ** 3n;

/** Returns the entries that show whether the trigger was reached, including the entry of the fill. */
export function entriesWaited(waited: Waited, fill: Fill): { readonly first: number; readonly last: number } {
  const first = Math.min(waited.from_seq, waited.amendments_from_seq ?? waited.from_seq, fill.tape_seq);
  return { first, last: fill.tape_seq };
}

/**
 * The first entry that matters to the trigger: that of its arming or, for a trailing stop, that from which its best price is
 * measured.
 */
function firstOf({ armed_seq: armed, trailing_from_seq: from = armed }: Waited): number {
  return Math.max(1, from);
}

/** Reads a fill's trigger from the file; returns undefined if it is invalid. */
export function readWaited(given: unknown, fill: Fill): Waited | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const waited = given as Waited;
  const isSeq = (seq: unknown): boolean => Number.isSafeInteger(seq) && Number(seq) >= 0;
  const isAmount = (text: unknown): boolean => readDecimal(text) !== undefined;
  const sound =
    isSeq(waited.armed_seq) &&
    isSeq(waited.from_seq) &&
    waited.from_seq >= firstOf(waited) &&
    waited.from_seq <= fill.tape_seq &&
    (waited.accepted_at === undefined || isSeq(waited.accepted_at)) &&
    // Margin that is not in effect yet requires a change that the customer requested.
    (waited.waiting_margin === undefined ||
      ((readDecimal(waited.waiting_margin) ?? 0n) > 0n &&
        isSeq(waited.change_ms) &&
        isSeq(waited.change_seq))) &&
    [
      waited.since_ms,
      waited.cancel_ms,
      waited.cancel_seq,
      waited.change_ms,
      waited.change_seq,
      waited.expires_ms,
      waited.trailing_from_seq,
    ].every((seq) => seq === undefined || isSeq(seq));
  if (!sound) return undefined;
  // Only orders can be amended: those that wait for a limit or a stop, and a trailing stop on spot.
  const isOrder = waited.for === 'limit' || waited.for === 'stop' || fill.kind === 'spot';
  if (!areReadable(waited) || (waited.amendments !== undefined && !isOrder)) return undefined;
  if (waited.other_level !== undefined && !isAmount(waited.other_level)) return undefined;
  const { trailing_from_seq: trailedFrom } = waited;
  if (trailedFrom !== undefined && (waited.for !== 'trailing' || trailedFrom > waited.armed_seq))
    return undefined;
  switch (waited.for) {
    case 'stop':
    case 'limit':
      return isAmount(waited.level) ? waited : undefined;
    case 'trailing':
      return fill.kind !== 'open' && isAmount(waited.level) && hasBps(waited) ? waited : undefined;
    case 'take_profit':
    case 'stop_loss':
    case 'profit_lock':
      return fill.kind === 'close' && isAmount(waited.level) ? waited : undefined;
    case 'close_out': {
      const { margin, initial_margin: initial, financing } = waited;
      if (fill.kind !== 'close' || ![margin, initial, financing].every(isAmount)) return undefined;
      const terms = [fill.contract_size, fill.rate, fill.entry_price];
      return terms.every(isAmount) ? waited : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the findings of the entries against the trigger. */
export function waitedViolations(waited: Waited, fill: Fill, entries: readonly TapeEntry[]): Finding[] {
  const seq = fill.tape_seq;
  const { armed_seq: armed, from_seq: from } = waited;
  if (seq <= armed) return [armedViolation(String(seq - 1), armed)];
  const isReached = reaching(waited, fill);
  // The entries are examined in the order of the tape, since a trailing level depends on earlier entries.
  const watched = entries.filter((entry) => entry.seq >= from && entry.seq <= seq);
  const isAwaited = (entry: TapeEntry): boolean =>
    entry.seq > armed && madeMs(entry) >= (waited.since_ms ?? 0);
  const reached = watched.filter((entry) => isReached(entry) && isAwaited(entry)).map((entry) => entry.seq);
  const level = waited.level ?? waited.for;
  const before = reached[0];
  const own = watched.at(-1)?.seq === seq ? watched.at(-1) : undefined;
  // The best price before the available entries is unknown. An entry that is not far enough from the best available price
  // therefore proves nothing.
  const isKnown = waited.for !== 'trailing' || from === firstOf(waited);
  return [
    ...(before !== undefined && before < seq
      ? [finding('level_reached_before', before, { level, found: String(seq) })]
      : []),
    ...(own !== undefined && isKnown && reached.at(-1) !== seq
      ? [finding('level_not_reached', seq, { level })]
      : []),
    ...(own === undefined
      ? []
      : [
          ...takenBackViolations(waited, own),
          ...changeViolations(waited, own),
          ...expiryViolations(waited, own),
        ]),
    ...acceptedViolations(waited, entries),
    ...distanceViolations(waited, fill, watched),
    ...amendmentViolations(
      waited,
      { buying: buys(fill), filled: seq, isRearmed: fill.kind === 'spot' },
      entries,
    ),
  ];
}

const BPS = 10_000n;

function hasBps({ trailing_bps: bps }: Waited): boolean {
  return bps === undefined || (Number.isSafeInteger(bps) && bps > 0 && bps < Number(BPS));
}

/** Returns a violation if the distance differs from the share of the price from which it trails, rounded down. */
function distanceViolations(waited: Waited, fill: Fill, watched: readonly TapeEntry[]): Finding[] {
  const { trailing_bps: bps, armed_seq: armed, trailing_from_seq: first = armed, level = '' } = waited;
  const at = watched.find(({ seq }) => seq === first);
  if (bps === undefined || at === undefined) return [];
  const price = readDecimal(buys(fill) ? at.ask : at.bid) ?? 0n;
  const derived = (price * BigInt(bps)) / BPS;
  if (derived === readDecimal(level)) return [];
  return [finding('amount_differs', first, { field: 'level', derived: printDecimal(derived), found: level })];
}

/**
 * Returns a violation if the quote was made since the cancellation request, or if it arrived more than a minute after the
 * request.
 */
function takenBackViolations({ cancel_ms: ms, cancel_seq: seq }: Waited, own: TapeEntry): Finding[] {
  if (ms === undefined || seq === undefined || own.seq <= seq) return [];
  const derived = String(ms);
  if (madeMs(own) >= ms)
    return [finding('filled_after_cancel', own.seq, { found: String(madeMs(own)), derived })];
  if (own.time_ms - ms <= TAKEN_BACK_WAIT_MS) return [];
  return [finding('filled_late_after_cancel', own.seq, { found: String(own.time_ms), derived })];
}

/** Returns a violation if the quote was made since the change request, because the changed levels apply to it. */
function changeViolations({ change_ms: ms, change_seq: seq }: Waited, own: TapeEntry): Finding[] {
  if (ms === undefined || seq === undefined || own.seq <= seq || madeMs(own) < ms) return [];
  return [finding('closed_after_change', own.seq, { found: String(madeMs(own)), derived: String(ms) })];
}

/** Returns a violation if the order had expired before the entry came. */
function expiryViolations({ expires_ms: ms }: Waited, own: TapeEntry): Finding[] {
  if (ms === undefined || own.time_ms < ms) return [];
  return [finding('filled_after_expiry', own.seq, { found: String(own.time_ms), derived: String(ms) })];
}

function armedViolation(derived: string, armed: number): Finding {
  return finding('seq_differs', null, { field: 'armed_seq', derived, found: String(armed) });
}

/** Returns the arming at the order's acceptance, before any amendment. */
export function firstArming(waited: Waited): Pick<Waited, 'armed_seq' | 'since_ms'> {
  return waited.amendments?.[0] ?? waited;
}

/**
 * Returns a violation if the arming is later than the second of the order's acceptance. A later arming would skip an entry
 * that had already reached the limit.
 */
function acceptedViolations(waited: Waited, entries: readonly TapeEntry[]): Finding[] {
  const { accepted_at: acceptedAt } = waited;
  if (acceptedAt === undefined) return [];
  const { armed_seq: armed, since_ms: sinceMs } = firstArming(waited);
  if (sinceMs !== undefined && Math.floor(sinceMs / 1000) !== acceptedAt) {
    const derived = String(acceptedAt * 1000);
    return [finding('seq_differs', null, { field: 'since_ms', derived, found: String(sinceMs) })];
  }
  const endMs = (acceptedAt + 1) * 1000 + CLOCKS_DIFFER_MS;
  const from = waited.amendments_from_seq ?? waited.from_seq;
  const known = entries.filter((entry) => entry.seq <= armed && entry.seq >= from);
  const late = known.find((entry) => entry.time_ms > endMs);
  return late === undefined ? [] : [armedViolation(String(late.seq - 1), armed)];
}

/**
 * Returns a function that tells whether an entry reaches the trigger. It must be called in the order of the tape, because a
 * trailing level depends on the best price so far.
 */
function reaching(waited: Waited, fill: Fill): (entry: TapeEntry) => boolean {
  const buying = buys(fill);
  const level = readDecimal(waited.level) ?? 0n;
  const other = readDecimal(waited.other_level);
  const priceOf = (entry: TapeEntry): bigint => readDecimal(buying ? entry.ask : entry.bid) ?? 0n;
  const isAtLeast = (price: bigint, bound: bigint): boolean => (buying ? price >= bound : price <= bound);
  let best: bigint | undefined;
  return (entry) => {
    const price = priceOf(entry);
    if (waited.for === 'trailing') {
      if (best === undefined || (buying ? price < best : price > best)) best = price;
      return entry.gap !== true && isAtLeast(price, buying ? best + level : best - level);
    }
    if (entry.gap === true) return false;
    if (waited.for === 'close_out') return isSpent(waited, fill, price);
    const gains = waited.for === 'limit' || waited.for === 'take_profit';
    const isWithin = (bound: bigint): boolean => (buying ? price <= bound : price >= bound);
    const isOther = other !== undefined && (gains ? isAtLeast(price, other) : isWithin(other));
    return isOther || (gains ? isWithin(level) : isAtLeast(price, level));
  };
}

/** Whether at most half of the initial margin would be left at this price, before any rounding. */
function isSpent(waited: Waited, fill: Fill, price: bigint): boolean {
  if (fill.kind !== 'close') return false;
  const of = (text: string | undefined): bigint => readDecimal(text) ?? 0n;
  const entryPrice = of(fill.entry_price);
  const move = fill.side === 'long' ? price - entryPrice : entryPrice - price;
  const profit = of(fill.quantity) * of(fill.contract_size) * of(fill.rate) * move;
  const rest = (of(waited.margin) - of(waited.waiting_margin) - of(waited.financing)) * SCALE + profit;
  return 2n * rest <= of(waited.initial_margin) * SCALE;
}

/** Describes the trigger in a sentence for the user. */
export function waitedSummary(waited: Waited, fill: Fill): string {
  const { armed_seq: armed, from_seq: from } = waited;
  const what =
    waited.level === undefined
      ? waited.for
      : `${waited.for} ${printDecimal(readDecimal(waited.level) ?? 0n)}`;
  const since = from > Math.max(1, armed) ? `; it is looked for from entry ${from} on` : '';
  return `It waited for ${what.replace('_', ' ')} since entry ${armed}${since}: reached at entry ${fill.tape_seq} and not before.`;
}
