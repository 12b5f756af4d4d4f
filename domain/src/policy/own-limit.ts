/**
 * The bounds that customers set for themselves: on what they deposit, stake and lose in a day, a week or a month. Amounts
 * are USDT in 10⁻⁸ as they were valued when they were put in; experience credit does not count. Time is the wall clock's,
 * in days of UTC: neither a replay nor an operator who sets the market's clock forward moves a limit.
 *
 * What counts of one period:
 * - deposit: what was handed in as deposited in it, from then on; of one that failed nothing;
 * - stake: the stakes of options and the margins of orders that were accepted in it, and margin added in it; an order that
 *   was cancelled staked nothing;
 * - loss: what was put in during it and is still open, as if it were lost already, less what came of everything that ended
 *   in it. What was put in during an earlier period counts by its result alone.
 */
import type { Amount } from '../money/amount.ts';
import { formatAmount } from '../money/amount.ts';
import { refuse } from '../outcome.ts';
import { DAY_MS } from '../time.ts';

export const LIMIT_KINDS = ['deposit', 'loss', 'stake'] as const;
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** A looser limit, or none, counts only after so long, so that it is decided twice. */
const LOOSENING_MS = DAY_MS;

export type OwnLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null: none. */
  readonly amount: Amount | null;
  /** What counts from an instant on; a null amount is none. */
  readonly pending: { readonly amount: Amount | null; readonly fromMs: number } | null;
  /** What counted in the period that began at `periodStartMs`; of losses below zero when more came back. */
  readonly used: Amount;
  readonly periodStartMs: number;
};

/** The day of UTC, counted from 1 January 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** When the period began that an instant lies in: a day, a week from Monday on, or a month of UTC. */
export function periodStartMs(period: LimitPeriod, timeMs: number): number {
  const day = dayOf(timeMs);
  if (period === 'day') return day * DAY_MS;
  // 1 January 1970 was a Thursday.
  if (period === 'week') return (day - ((day + 3) % 7)) * DAY_MS;
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** When the next period begins. */
export function periodEndMs(period: LimitPeriod, timeMs: number): number {
  const start = periodStartMs(period, timeMs);
  if (period === 'day') return start + DAY_MS;
  if (period === 'week') return start + 7 * DAY_MS;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The bound that counts at an instant; null is none. */
export function allowedAt({ amount, pending }: OwnLimit, nowMs: number): Amount | null {
  return pending !== null && pending.fromMs <= nowMs ? pending.amount : amount;
}

/** When the running period of a limit began. A clock that is behind, another process's at midnight, begins none again. */
export function startAt(limit: Pick<OwnLimit, 'period' | 'periodStartMs'>, nowMs: number): number {
  return Math.max(limit.periodStartMs, periodStartMs(limit.period, nowMs));
}

/** What counted so far in the running period; of one that has ended nothing does. */
export function usedAt(limit: OwnLimit, nowMs: number): Amount {
  return limit.periodStartMs === startAt(limit, nowMs) ? limit.used : 0n;
}

/** Sets a limit: what is tighter counts at once and takes away what was pending, what is looser waits a day. */
export function changeLimit(limit: OwnLimit, amount: Amount | null, nowMs: number): OwnLimit {
  const current = allowedAt(limit, nowMs);
  const looser = current !== null && (amount === null || amount > current);
  return looser
    ? { ...limit, amount: current, pending: { amount, fromMs: nowMs + LOOSENING_MS } }
    : { ...limit, amount, pending: null };
}

/** One ticket, position, resting order or deposit, as limits see it. Days are those of UTC by the wall clock. */
export type Exposure = {
  readonly placedDay: number;
  /** Stake, or margin at acceptance; nothing of an order that was cancelled. */
  readonly staked: Amount;
  /** What of everything put in is still at stake. */
  readonly open: Amount;
  /** Margin that was added later. */
  readonly added: readonly { readonly day: number; readonly amount: Amount }[];
  /** Of a deposit: what it was worth when it was handed in, nothing once it failed. */
  readonly deposited?: Amount;
};

/** What became of a exposure by one act: how it stood, how it stands, and what came of the part that ended with it. */
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

/** What was put in since a day and is still at stake: what was put in first comes out first. */
function openSince(exposure: Exposure | undefined, day: number): Amount {
  if (exposure === undefined) return 0n;
  if (exposure.placedDay >= day) return exposure.open;
  const added = addedSince(exposure, day);
  return added < exposure.open ? added : exposure.open;
}

function depositedSince(exposure: Exposure | undefined, day: number): Amount {
  return exposure !== undefined && exposure.placedDay >= day ? (exposure.deposited ?? 0n) : 0n;
}

/** By how much a movement raises what counts of a kind, in a period that began at `startMs`. */
function raisedBy({ before, after, result }: Movement, kind: LimitKind, startMs: number): Amount {
  const day = dayOf(startMs);
  if (kind === 'stake') return stakedSince(after, day) - stakedSince(before, day);
  if (kind === 'loss') return openSince(after, day) - openSince(before, day) - result;
  return depositedSince(after, day) - depositedSince(before, day);
}

/** The limit as movements leave it, whatever they come to; the figure of a period that ended begins anew. */
export function moveLimit<Limit extends OwnLimit>(
  limit: Limit,
  movements: readonly Movement[],
  nowMs: number,
): Limit {
  const startMs = startAt(limit, nowMs);
  // What a clock that is behind ends belongs to the day before, as history has it.
  const isBehind = nowMs < startMs;
  const raised = movements.reduce(
    (sum, one) => sum + raisedBy(isBehind ? { ...one, result: 0n } : one, limit.kind, startMs),
    0n,
  );
  return { ...limit, used: usedAt(limit, nowMs) + raised, periodStartMs: startMs };
}

/** Why what somebody wants to put in may not be, by the limits as it would leave them; undefined when none is reached. */
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

/** What a day of a customer's own exposures and deposits came to, as history tells it. */
export type ExposureDay = {
  readonly day: number;
  readonly staked: Amount;
  /** Of what was put in on this day what is still at stake. */
  readonly open: Amount;
  /** What came of what ended on it. */
  readonly result: Amount;
  readonly deposited: Amount;
};

/** What counts since an instant that begins a day, by the same rule from the days alone. */
export function usedSince(kind: LimitKind, days: readonly ExposureDay[], startMs: number): Amount {
  const first = dayOf(startMs);
  const counted = days.filter(({ day }) => day >= first);
  if (kind === 'stake') return counted.reduce((sum, { staked }) => sum + staked, 0n);
  if (kind === 'loss') return counted.reduce((sum, { open, result }) => sum + open - result, 0n);
  return counted.reduce((sum, { deposited }) => sum + deposited, 0n);
}
