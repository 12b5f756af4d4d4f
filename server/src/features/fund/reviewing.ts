/** Rules for an operator's verdict on a pending fund order, as pure functions. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { gateOf } from '../../identity/gates.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import { endedRow, noticeOf } from './effects.ts';
import { refunded } from './ending.ts';
import { FUND_CLOSED, FUND_CURRENCY } from './money.ts';
import { started } from './running.ts';
import { fundOrders } from './tables.ts';
import type { FundOrderRow } from './tables.ts';

export type Review = {
  readonly id: bigint;
  readonly verdict: 'approve' | 'reject';
  /** The amount as the operator saw it. */
  readonly amount: Amount;
  readonly note: string | undefined;
  readonly operator: Operator;
};

type Reviewed = { readonly id: string };
type Part = Omit<Effects<Reviewed>, 'answer'>;

export function decideReview(review: Review, facts: Facts) {
  const { id, amount, operator, verdict } = review;
  const tied = conflictOfInterest(facts, operator);
  if (tied !== undefined) return tied;
  const row = facts.row(fundOrders, id);
  if (row === undefined) return refuse('not_found', { field: 'id' });
  if (row.status !== 'pending') return refuse('order_state_wrong', { field: 'id' });
  if (row.amount !== amount) return refuse('case_changed');
  if (verdict === 'approve') {
    const { status } = gateOf(facts);
    if (status !== 'active') return refuse(status === 'frozen' ? 'account_frozen' : 'account_locked');
    // The fund may have closed after the order was submitted. No order starts while the fund is closed.
    if (facts.counter(FUND_CLOSED) > 0n) return refuse('project_state_wrong');
  }
  const effects = verdict === 'approve' ? approved(row, review, facts) : rejected(row, review, facts);
  return ok({ answer: { id: id.toString() }, ...effects });
}

const by = ({ operator }: Review, { wallMs }: Facts) => ({ decidedBy: operator.account, decidedMs: wallMs });

function approved(row: FundOrderRow, review: Review, facts: Facts): Part {
  const effects = started(row, facts, by(review, facts));
  return { ...effects, appends: [recordOf(row, review, facts), ...(effects.appends ?? [])] };
}

function rejected(row: FundOrderRow, review: Review, facts: Facts): Part {
  const end = { status: 'failed', reason: 'rejected', ...by(review, facts) } as const;
  return {
    ...refunded(row, endedRow(row, end, facts), facts),
    appends: [recordOf(row, review, facts), noticeOf('fund_refused', row, facts)],
  };
}

function recordOf(row: FundOrderRow, { verdict, note, operator }: Review, facts: Facts) {
  const order = row.id.toString();
  return recorded(
    {
      action: `fund.${verdict}`,
      subject: subjectOf(row.book),
      before: {
        fund_order: order,
        status: row.status,
        amount: formatAmount(row.amount),
        currency: FUND_CURRENCY,
      },
      after: { fund_order: order, status: verdict === 'approve' ? 'in_progress' : 'failed' },
      reason: note,
    },
    { operator, wallMs: facts.wallMs },
  );
}
