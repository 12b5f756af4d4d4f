/** Transitions of a plan: changes by its customer, outcomes of purchases, and a pause by an operator. Pure. */
import { nextDueMs } from '@candor/domain/recurring/schedule.ts';
import type { Schedule } from '@candor/domain/recurring/schedule.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { scheduleOf } from './tables.ts';
import type { PauseReason, PlanRow } from './tables.ts';
import { limits } from './limits.ts';

/** The current time, and the newest known entry of the plan's coin. */
export type Moment = { readonly nowMs: number; readonly seq: bigint };

const later = (plan: PlanRow, { nowMs, seq }: Moment) => ({
  version: plan.version + 1,
  armedSeq: seq > plan.armedSeq ? seq : plan.armedSeq,
  updatedMs: nowMs,
});

/**
 * Schedules the next purchase after one that was made, skipped, or not made for lack of funds. The third consecutive lack of
 * funds pauses the plan.
 */
export function gone(plan: PlanRow, outcome: 'bought' | 'short' | 'skipped', at: Moment): PlanRow {
  const shortRun = outcome === 'bought' ? 0 : outcome === 'short' ? plan.shortRun + 1 : plan.shortRun;
  const isOut = shortRun >= limits.shortInARow;
  const dueMs = nextDueMs(scheduleOf(plan), plan.dueMs);
  return {
    ...plan,
    ...later(plan, at),
    dueMs,
    shortRun,
    ...(isOut ? { status: 'paused', reason: 'short' } : {}),
  };
}

/** Postpones the purchase to the next price, because no order can fill at the current one. */
export function waiting(plan: PlanRow, at: Moment): PlanRow {
  return { ...plan, ...later(plan, at) };
}

export function paused(plan: PlanRow, reason: 'customer' | PauseReason, at: Moment): PlanRow {
  return { ...plan, status: 'paused', reason, version: plan.version + 1, updatedMs: at.nowMs };
}

/** Resumes the plan at the next time of its schedule. Purchases that were missed are not made up for. */
export function resumed(plan: PlanRow, at: Moment): PlanRow {
  const dueMs = nextDueMs(scheduleOf(plan), at.nowMs);
  return { ...plan, ...later(plan, at), status: 'active', reason: null, dueMs, shortRun: 0 };
}

export type Terms = { readonly amount: Amount; readonly schedule: Schedule };

/**
 * Changes the amount and the schedule. A new schedule applies from its next scheduled time. If the plan is active, its count of
 * consecutive failures for lack of funds restarts.
 */
export function changed(plan: PlanRow, { amount, schedule }: Terms, at: Moment): PlanRow {
  const { every, onDay, hour } = schedule;
  const isAnother = plan.every !== every || plan.onDay !== onDay || plan.hour !== hour;
  const dueMs = isAnother ? nextDueMs(schedule, at.nowMs) : plan.dueMs;
  const next = { ...plan, amount, every, onDay, hour, dueMs, version: plan.version + 1, updatedMs: at.nowMs };
  return plan.status === 'active' ? { ...next, ...later(plan, at), shortRun: 0 } : next;
}

export function deleted(plan: PlanRow, at: Moment): PlanRow {
  return { ...plan, status: 'deleted', version: plan.version + 1, updatedMs: at.nowMs };
}
