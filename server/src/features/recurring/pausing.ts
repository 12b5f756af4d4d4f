/** Pauses a plan with a reason that the customer sees. Operators can take no other action on plans. Pure. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { put } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import { paused } from './states.ts';
import { armingsOf, recurringPlans } from './tables.ts';
import type { PauseReason } from './tables.ts';
import { pauseNotice } from './notifications.ts';

export type HousePause = {
  readonly id: bigint;
  readonly reason: PauseReason;
  readonly note: string | undefined;
  readonly operator: Operator;
};

export function decideHousePause({ id, reason, note, operator }: HousePause, facts: Facts) {
  const tied = conflictOfInterest(facts, operator);
  if (tied !== undefined) return tied;
  const plan = facts.row(recurringPlans, id);
  if (plan === undefined || plan.status === 'deleted') return refuse('not_found', { field: 'id' });
  if (plan.status !== 'active') return refuse('state_abnormal');
  const row = paused(plan, reason, { nowMs: facts.nowMs, seq: plan.armedSeq });
  const of = { recurring_plan: id.toString() };
  const record = recorded(
    {
      action: 'recurring.pause',
      subject: subjectOf(plan.book),
      before: { ...of, status: plan.status },
      after: { ...of, status: row.status, reason },
      reason: note === undefined ? reason : `${reason}: ${note}`,
    },
    { operator, wallMs: facts.wallMs },
  );
  return ok({
    answer: { id: id.toString() },
    puts: [put(recurringPlans, row)],
    armings: armingsOf(row),
    appends: [record, pauseNotice(row, reason, facts)],
  });
}
