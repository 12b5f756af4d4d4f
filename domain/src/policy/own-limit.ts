/**
 * Self-imposed limits on a customer's deposits, stakes and losses per day, week or month. Amounts are USDT in 10⁻⁸, valued when
 * they were staked or submitted; experience credit does not count. Time is by the wall clock, in UTC days, so that neither a
 * replay nor an operator who sets the market clock affects a limit.
 *
 * What counts in a period:
 * - deposit: deposits submitted in the period, except failed ones;
 * - stake: the stakes of options and the margins of orders accepted in the period, except cancelled orders, and margin added in
 *   the period;
 * - loss: stakes of the period that are still open, as if they were already lost, minus the results of everything that was closed
 *   in the period. For a stake from an earlier period, only the result counts.
 */
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { refuse } from '../outcome.ts';
import { DAY_MS } from '../time.ts';

export const LIMIT_KINDS = ['deposit', 'loss', 'stake'] as const;
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** The delay of a higher limit or of the removal of a limit, in milliseconds, so that the customer has time to reconsider. */
const LOOSENING_MS = DAY_MS;

export type OwnLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** The amount; null if there is no limit. */
  readonly amount: Amount | null;
  /** A limit that takes effect at an instant; a null amount removes the limit. */
  readonly pending: { readonly amount: Amount | null; readonly fromMs: number } | null;
  /**
   * The amount counted in the period that started at `periodStartMs`. For losses, the amount is negative if the customer
   * gained.
   */
  readonly used: Amount;
  readonly periodStartMs: number;
};

/** The UTC day, counted from 1 January 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** Returns when the period that contains an instant started: a day, a week that starts on Monday, or a month, in UTC. */
export function periodStartMs(period: LimitPeriod, timeMs: number): number {
  const day = dayOf(timeMs);
  if (period === 'day') return day * DAY_MS;
  // 1 January 1970 was a Thursday.
  if (period === 'week') return (day - ((day + 3) % 7)) * DAY_MS;
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

export function periodEndMs(period: LimitPeriod, timeMs: number): number {
  const start = periodStartMs(period, timeMs);
  if (period === 'day') return start + DAY_MS;
  if (period === 'week') return start + 7 * DAY_MS;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Returns the limit in effect at an instant; null if there is none. */
export function allowedAt({ amount, pending }: OwnLimit, nowMs: number): Amount | null {
  return pending !== null && pending.fromMs <= nowMs ? pending.amount : amount;
}

/**
 * Returns when the current period of a limit started. A time before the stored period, from a process whose clock is behind at
 * midnight, does not restart the earlier period.
 */
export function startAt(limit: Pick<OwnLimit, 'period' | 'periodStartMs'>, nowMs: number): number {
  return Math.max(limit.periodStartMs, periodStartMs(limit.period, nowMs));
}

/** Returns the amount counted in the current period; zero if the stored period is over. */
export function usedAt(limit: OwnLimit, nowMs: number): Amount {
  return limit.periodStartMs === startAt(limit, nowMs) ? limit.used : 0n;
}

/**
 * Changes a limit. A lower limit takes effect immediately and discards a pending change; a higher limit takes effect after a
 * day.
 */
export function changeLimit(limit: OwnLimit, amount: Amount | null, nowMs: number): OwnLimit {
  const current = allowedAt(limit, nowMs);
  const looser = current !== null && (amount === null || amount > current);
  return looser
    ? { ...limit, amount: current, pending: { amount, fromMs: nowMs + LOOSENING_MS } }
    : { ...limit, amount, pending: null };
}

/** One ticket, position, resting order or deposit, with the values that limits count. Days are UTC days of the wall clock. */
export type Exposure = {
  readonly placedDay: number;
  /** The stake, or the margin at acceptance; zero for a cancelled order. */
  readonly staked: Amount;
  /** The part of all stakes that is still at risk. */
  readonly open: Amount;
  /** The margin that was added later. */
  readonly added: readonly { readonly day: number; readonly amount: Amount }[];
  /** For deposits only: the value at submission, or zero once the deposit has failed. */
  readonly deposited?: Amount;
};

/** The change of an exposure by one action: the states before and after, and the result of the closed part. */
export type Movement = {
  readonly before: Exposure | undefined;
  readonly after: Exposure;
  readonly result: Amount;
};

function addedSince({ added }: Exposure, day: number): Amount {
  return added.reduce((sum, one) => (one.day >= day ? sum + one.amount : sum), 0n);
}

function stakedSince(exposure: Exposure | undefined, day: number): Amount {
  if (exposure === undefined) return 0n;
  return (exposure.placedDay >= day ? exposure.staked : 0n) + addedSince(exposure, day);
}

/** Returns the part of the amount staked since a given day that is still at risk, first in, first out. */
function openSince(exposure: Exposure | undefined, day: number): Amount {
  if (exposure === undefined) return 0n;
  if (exposure.placedDay >= day) return exposure.open;
  const added = addedSince(exposure, day);
  return added < exposure.open ? added : exposure.open;
}

function depositedSince(exposure: Exposure | undefined, day: number): Amount {
  return exposure !== undefined && exposure.placedDay >= day ? (exposure.deposited ?? 0n) : 0n;
}

/** Returns the amount by which a movement changes the used amount of a limit, in a period that started at `startMs`. */
function raisedBy({ before, after, result }: Movement, kind: LimitKind, startMs: number): Amount {
  const day = dayOf(startMs);
  if (kind === 'stake') return stakedSince(after, day) - stakedSince(before, day);
  if (kind === 'loss') return openSince(after, day) - openSince(before, day) - result;
  return depositedSince(after, day) - depositedSince(before, day);
}

/**
 * Returns the limit after movements, without checking whether it is exceeded. If the stored period is over, counting restarts
 * at zero.
 */
export function moveLimit<Limit extends OwnLimit>(
  limit: Limit,
  movements: readonly Movement[],
  nowMs: number,
): Limit {
  const startMs = startAt(limit, nowMs);
  // A position that is closed by a process whose clock is behind belongs to the day before, as in the history.
  const isBehind = nowMs < startMs;
  const raised = movements.reduce(
    (sum, one) => sum + raisedBy(isBehind ? { ...one, result: 0n } : one, limit.kind, startMs),
    0n,
  );
  return { ...limit, used: usedAt(limit, nowMs) + raised, periodStartMs: startMs };
}

/** Returns a refusal of a movement that would exceed a limit; undefined if none is exceeded. */
export function limitViolation(
  before: readonly OwnLimit[],
  after: readonly OwnLimit[],
  at: { readonly nowMs: number; readonly field: string },
) {
  const left = after.flatMap((limit, row) => {
    const [then, bound] = [before[row] ?? limit, allowedAt(limit, at.nowMs)];
    const used = usedAt(then, at.nowMs);
    if (bound === null || limit.used <= bound || limit.used <= used) return [];
    return [bound > used ? bound - used : 0n];
  });
  const least = left.reduce<Amount | undefined>(
    (smallest, one) => (smallest === undefined || one < smallest ? one : smallest),
    undefined,
  );
  if (least === undefined) return undefined;
  return refuse('own_limit_reached', { field: at.field, params: { left: formatAmount(least) } });
}

/** The totals of a day, from the history of a customer's exposures and deposits. */
export type ExposureDay = {
  readonly day: number;
  readonly staked: Amount;
  /** The part of the day's stakes that is still at risk. */
  readonly open: Amount;
  /** The result of everything that was closed on the day. */
  readonly result: Amount;
  readonly deposited: Amount;
};

/** Computes the amount counted since the start of a day, from daily totals instead of single movements. */
export function usedSince(kind: LimitKind, days: readonly ExposureDay[], startMs: number): Amount {
  const first = dayOf(startMs);
  const counted = days.filter(({ day }) => day >= first);
  if (kind === 'stake') return counted.reduce((sum, { staked }) => sum + staked, 0n);
  if (kind === 'loss') return counted.reduce((sum, { open, result }) => sum + open - result, 0n);
  return counted.reduce((sum, { deposited }) => sum + deposited, 0n);
}
