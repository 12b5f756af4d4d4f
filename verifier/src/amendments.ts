/**
 * Checks the amendments of an order that filled. Each was made at a fresh entry, begins with the terms that the one before left,
 * and no entry up to it had reached what the order waited for until then, because the order would have filled there.
 */
import type { TapeEntry } from './chain.ts';
import { madeMs } from './chain.ts';
import { readDecimal } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';

export type Amendment = {
  /** The newest entry at the amendment, its time by the market clock, and the greatest age at which that entry allows it. */
  readonly seq: number;
  readonly time_ms: number;
  readonly fill_age_ms: number;
  /** The entry after which the order had waited until then, and the time from which on an entry must have been made. */
  readonly armed_seq: number;
  readonly since_ms: number;
  /** What the order had waited for until then: a limit, a stop, or either. */
  readonly limit?: string | undefined;
  readonly stop?: string | undefined;
};

export type Amended = {
  readonly armed_seq: number;
  readonly since_ms?: number | undefined;
  readonly amendments?: readonly Amendment[] | undefined;
  /** The first entry that is checked against the terms before the amendments. */
  readonly amendments_from_seq?: number | undefined;
};

/** How far the newest entry and the time of an amendment may lie apart, in milliseconds: a transaction's duration. */
const CLOCKS_DIFFER_MS = 3000;
/** The greatest age that an instrument has; with a longer one, any old entry would count as fresh. */
const AGE_MAX_MS = 86_400_000;
const AMENDMENTS_MAX = 10_000;

function isAmendment(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const fields = new Map<string, unknown>(Object.entries(given));
  const wholes = ['seq', 'time_ms', 'fill_age_ms', 'armed_seq', 'since_ms'];
  const levels = ['limit', 'stop'].map((name) => fields.get(name)).filter((level) => level !== undefined);
  return (
    wholes.every((name) => Number.isSafeInteger(fields.get(name)) && Number(fields.get(name)) >= 0) &&
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

/** Returns the findings of the amendments of an order, which buys or sells. */
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
      ...freshnessViolations(amendment, entries),
      ...reachedViolations(amendment, { buying, filled, from }, entries),
    ];
  });
}

/**
 * The order waits from the amendment's entry and time on, until its next amendment or its fill. A spot order may have been armed again
 * in between, at its stop or for lack of the house's coins.
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

function reachedViolations(
  { seq, armed_seq: armed, since_ms: since, limit, stop }: Amendment,
  { buying, filled, from }: { readonly buying: boolean; readonly filled: number; readonly from: number },
  entries: readonly TapeEntry[],
): Finding[] {
  const [bound, trigger] = [readDecimal(limit), readDecimal(stop)];
  const reached = entries.find((entry) => {
    if (entry.seq < from || entry.seq <= armed || entry.seq > seq) return false;
    if (entry.gap === true || madeMs(entry) < since) return false;
    const price = readDecimal(buying ? entry.ask : entry.bid) ?? 0n;
    const atLimit = bound !== undefined && (buying ? price <= bound : price >= bound);
    return atLimit || (trigger !== undefined && (buying ? price >= trigger : price <= trigger));
  });
  if (reached === undefined) return [];
  const level = [limit, stop].filter((one) => one !== undefined).join(' / ');
  return [finding('level_reached_before', reached.seq, { level, found: String(filled) })];
}
