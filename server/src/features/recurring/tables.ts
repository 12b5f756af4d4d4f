/** The rows of plans and purchases, as the command executor reads and writes them, and their triggers. */
import type { Every, Schedule } from '@candor/domain/recurring/schedule.ts';
import type { pauseReasons } from '@candor/protocol/recurring/schemas.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';
import type { Arming } from '../../commands/command.ts';
import { limits } from './limits.ts';

/**
 * The engine's trigger kinds: a plan that is due, a plan whose purchase is too late an hour after that, and a purchase whose
 * order waits for its price.
 */
export const RECURRING_DUE = 'recurring_due';
export const RECURRING_LATE = 'recurring_late';
export const RECURRING_ORDERED = 'recurring_ordered';
export type PlanKind = typeof RECURRING_DUE | typeof RECURRING_LATE;

export type PauseReason = (typeof pauseReasons)[number];

export const recurringPlans = table(
  'recurring_plan',
  {
    ...key,
    symbol: text().fixed(),
    /** USDT to spend per purchase. */
    amount: amount(),
    every: text<Every>(),
    onDay: whole(),
    hour: whole(),
    status: text<'active' | 'paused' | 'deleted'>(),
    reason: text<'customer' | 'short' | PauseReason>().orNull(),
    /** Market clock, milliseconds. */
    dueMs: whole(),
    shortRun: whole(),
    version: whole(),
    armedSeq: bigint(),
    createdMs: whole().fixed(),
    updatedMs: whole(),
  },
  { open: { status: ['active', 'paused'] } },
);

/**
 * Purchases. A row is inserted before its order, because the database's guard of the order requires it. If the order waits for
 * its price, the row is updated later.
 */
export const recurringPurchases = table(
  'recurring_purchase',
  {
    /** If the purchase placed an order, the row has the order's id. */
    ...key,
    plan: bigint().fixed(),
    dueMs: whole().fixed(),
    status: text<'ordered' | 'bought' | 'skipped'>(),
    amount: amount().fixed(),
    orderId: bigint().orNull().fixed(),
    reason: text().orNull(),
    version: whole(),
    armedSeq: bigint(),
    timeMs: whole().fixed(),
  },
  { first: true, open: { status: ['ordered'] } },
);

export type PlanRow = RowOf<typeof recurringPlans>;
export type PurchaseRow = RowOf<typeof recurringPurchases>;

export function scheduleOf({ every, onDay, hour }: PlanRow): Schedule {
  return { every, onDay, hour };
}

/** The triggers of a plan: the first quote made at or after its due time, and the time from which the purchase is too late. */
export function armingsOf(plan: PlanRow): Arming[] {
  const { id: row, symbol, version, status, dueMs, armedSeq } = plan;
  const at = (ms: number) => (status === 'active' ? BigInt(ms) : null);
  const by = { symbol, row, version, armedSeq };
  return [
    { ...by, kind: RECURRING_DUE, condition: 'time_at_or_after', level: at(dueMs) },
    {
      ...by,
      kind: RECURRING_LATE,
      condition: 'clock_at_or_after',
      level: at(dueMs + limits.lateMs),
    },
  ];
}

/** The trigger of a waiting purchase. It fires at each quote until the order has closed. */
export function orderedArming({ id: row, status, version, armedSeq }: PurchaseRow, symbol: string): Arming {
  const level = status === 'ordered' ? 0n : null;
  return { kind: RECURRING_ORDERED, row, symbol, version, armedSeq, condition: 'time_at_or_after', level };
}
