/**
 * Checks the amendments of an order that filled. Each must have been made at a fresh entry before the order ended, and must
 * begin with the terms that the previous one left. No entry up to it may have reached the level for which the order waited
 * until then, because the order would have filled there.
 */
import type { TapeEntry } from './chain.ts';
import { madeMs } from './chain.ts';
import { readDecimal } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';

export type Amendment = {
  /**
   * The newest entry at the amendment, its time by the market clock, and the maximum age at which that entry permits the
   * amendment.
   */
  readonly seq: number;
  readonly time_ms: number;
  readonly fill_age_ms: number;
  /** The arming before the amendment: only later entries counted, and only those made at or after this time. */
  readonly armed_seq: number;
  readonly since_ms: number;
  /** The level for which the order waited until then: a limit, a stop, or whichever of the two came first. */
  readonly limit?: string | undefined;
  readonly stop?: string | undefined;
  /** Or the distance of a trailing stop from the best price, and the entry from which that best price counted. */
  readonly trailing?: string | undefined;
  readonly trailing_from_seq?: number | undefined;
  /** The order's expiry before the amendment, in milliseconds. */
  readonly expires_ms?: number | undefined;
};

export type Amended = {
  readonly armed_seq: number;
  readonly since_ms?: number | undefined;
  readonly for?: string;
  readonly level?: string | undefined;
  readonly trailing?: string | undefined;
  readonly trailing_from_seq?: number | undefined;
  readonly amendments?: readonly Amendment[] | undefined;
  /** The first entry that is checked against the terms before the amendments. */
  readonly amendments_from_seq?: number | undefined;
};

/** The maximum difference between the newest entry and the time of an amendment, in milliseconds: a transaction's duration. */
const CLOCKS_DIFFER_MS = 3000;
/**
 * The greatest fill age of any instrument, in milliseconds. A file that stated more would make any old entry count as fresh.
 */
const AGE_MAX_MS = 86_400_000;
const AMENDMENTS_MAX = 10_000;

function isAmendment(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const fields = new Map<string, unknown>(Object.entries(given));
  const wholes = ['seq', 'time_ms', 'fill_age_ms', 'armed_seq', 'since_ms'];
  const levels = ['limit', 'stop', 'trailing']
    .map((name) => fields.get(name))
    .filter((level) => level !== undefined);
  const isSeq = (name: string): boolean =>
    Number.isSafeInteger(fields.get(name)) && Number(fields.get(name)) >= 0;
  const isTrailing = fields.get('trailing') !== undefined;
  return (
    wholes.every(isSeq) &&
    (fields.get('expires_ms') === undefined || isSeq('expires_ms')) &&
    // A trailing stop has no other level, and its best price is measured from the arming entry or an earlier
    // one.
    (isTrailing
      ? levels.length === 1 &&
        isSeq('trailing_from_seq') &&
        Number(fields.get('trailing_from_seq')) <= Number(fields.get('armed_seq'))
      : fields.get('trailing_from_seq') === undefined) &&
    Number(fields.get('fill_age_ms')) <= AGE_MAX_MS &&
    levels.length > 0 &&
    levels.every((level) => readDecimal(level) !== undefined)
  );
}

/** Whether the amendments of a file can be checked. */
export function areReadable({ amendments, amendments_from_seq: from }: Amended): boolean {
  if (amendments === undefined) return from === undefined;
  if (!Array.isArray(amendments) || amendments.length === 0 || amendments.length > AMENDMENTS_MAX)
    return false;
  return Number.isSafeInteger(from) && Number(from) >= 1 && amendments.every(isAmendment);
}

type Ordered = {
  readonly buying: boolean;
  readonly filled: number;
  /** Whether the order may have been armed again without an amendment. */
  readonly isRearmed: boolean;
};

/** Returns the violations in the amendments of a buy or sell order. */
export function amendmentViolations(
  waited: Amended,
  { buying, filled, isRearmed }: Ordered,
  entries: readonly TapeEntry[],
): Finding[] {
  const { amendments = [], amendments_from_seq: from = 1 } = waited;
  return amendments.flatMap((amendment, at) => {
    const until = amendments[at + 1] ?? waited;
    return [
      ...continuityViolations(amendment, until, isRearmed),
      ...trailViolations(amendment, until),
      ...freshnessViolations(amendment, entries),
      ...endViolations(amendment, entries),
      ...reachedViolations(amendment, { buying, filled, from }, entries),
    ];
  });
}

/**
 * From the amendment's entry and time on, the order must wait until its next amendment or its fill. A spot order may have
 * been armed again in between, when it reached its stop or because the house lacked the coins.
 */
function continuityViolations(
  { seq, time_ms: ms }: Amendment,
  { armed_seq: armed, since_ms: since }: Amended,
  isRearmed: boolean,
): Finding[] {
  const found: Finding[] = [];
  if (armed < seq || (armed > seq && !isRearmed)) {
    found.push(
      finding('seq_differs', null, { field: 'armed_seq', derived: String(seq), found: String(armed) }),
    );
  }
  if (since !== ms) {
    found.push(
      finding('seq_differs', null, { field: 'since_ms', derived: String(ms), found: String(since) }),
    );
  }
  return found;
}

/**
 * An amendment either keeps the best price of a trailing stop or restarts it at the amendment; a new distance always
 * restarts it. Measured from any other entry, the stop would not be the one that the customer requested.
 */
function trailViolations({ seq, trailing, trailing_from_seq: before }: Amendment, until: Amended): Finding[] {
  const next = trailOf(until);
  if (trailing === undefined || before === undefined || next === undefined) return [];
  const isKept = next.from === before && readDecimal(next.distance) === readDecimal(trailing);
  if (isKept || next.from === seq) return [];
  const [derived, found] = [String(seq), String(next.from)];
  return [finding('seq_differs', null, { field: 'trailing_from_seq', derived, found })];
}

/**
 * The level of a trailing stop after an amendment; undefined if the order waits for anything else, for example after the stop
 * was reached.
 */
function trailOf(until: Amended): { readonly distance: string; readonly from: number } | undefined {
  const { trailing, trailing_from_seq: from = until.armed_seq } = until;
  const distance = trailing ?? (until.for === 'trailing' ? until.level : undefined);
  return distance === undefined ? undefined : { distance, from };
}

function freshnessViolations(
  { seq, time_ms: ms, fill_age_ms: ageMs }: Amendment,
  entries: readonly TapeEntry[],
): Finding[] {
  const newest = entries.find((entry) => entry.seq === seq);
  const next = entries.find((entry) => entry.seq === seq + 1);
  const isOld = newest !== undefined && (newest.gap === true || ms - madeMs(newest) > ageMs);
  const isPassed = next !== undefined && next.time_ms <= ms - CLOCKS_DIFFER_MS;
  const isAhead = newest !== undefined && newest.time_ms > ms + CLOCKS_DIFFER_MS;
  if (!isOld && !isPassed && !isAhead) return [];
  const derived = String(newest === undefined ? ms : madeMs(newest) + ageMs);
  return [finding('seq_differs', seq, { field: 'amendments', derived, found: String(ms) })];
}

/** Returns a violation if the order had ended when it was amended. */
function endViolations(
  { seq, time_ms: ms, expires_ms: expires }: Amendment,
  entries: readonly TapeEntry[],
): Finding[] {
  if (expires === undefined) return [];
  const newest = entries.find((entry) => entry.seq === seq);
  const latest = Math.max(ms, newest?.time_ms ?? 0);
  if (latest < expires) return [];
  return [finding('filled_after_expiry', seq, { found: String(latest), derived: String(expires) })];
}

function reachedViolations(
  amendment: Amendment,
  { buying, filled, from }: { readonly buying: boolean; readonly filled: number; readonly from: number },
  entries: readonly TapeEntry[],
): Finding[] {
  const { seq, armed_seq: armed, since_ms: since, limit, stop, trailing } = amendment;
  const isReached =
    trailing === undefined ? reachingLevels(amendment, buying) : trailingBack(amendment, buying);
  // Entries are examined in the order of the tape, since the best price of a trailing stop depends on earlier entries.
  const reached = entries.find((entry) => {
    if (entry.seq < from || entry.seq > seq) return false;
    return isReached(entry) && entry.seq > armed && entry.gap !== true && madeMs(entry) >= since;
  });
  if (reached === undefined) return [];
  const level = [limit, stop, trailing].filter((one) => one !== undefined).join(' / ');
  return [finding('level_reached_before', reached.seq, { level, found: String(filled) })];
}

type Reaching = (entry: TapeEntry) => boolean;

const priceOf = (entry: TapeEntry, buying: boolean): bigint =>
  readDecimal(buying ? entry.ask : entry.bid) ?? 0n;

function reachingLevels({ limit, stop }: Amendment, buying: boolean): Reaching {
  const [bound, trigger] = [readDecimal(limit), readDecimal(stop)];
  return (entry) => {
    const price = priceOf(entry, buying);
    const atLimit = bound !== undefined && (buying ? price <= bound : price >= bound);
    return atLimit || (trigger !== undefined && (buying ? price >= trigger : price <= trigger));
  };
}

/** An entry before the available ones may have had a better price; the stop would then have been reached even earlier. */
function trailingBack({ trailing, trailing_from_seq: first = 0 }: Amendment, buying: boolean): Reaching {
  const distance = readDecimal(trailing) ?? 0n;
  let best: bigint | undefined;
  return (entry) => {
    if (entry.seq < first) return false;
    const price = priceOf(entry, buying);
    if (best === undefined || (buying ? price < best : price > best)) best = price;
    return buying ? price >= best + distance : price <= best - distance;
  };
}
