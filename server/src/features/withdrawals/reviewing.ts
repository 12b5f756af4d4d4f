/** Decides operators' verdicts on a request: approval by one or two operators, hold, release, and rejection. Pure. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { gateOf, payoutStopViolation } from '../../identity/gates.ts';
import { limits } from './limits.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { capViolation } from '../../operators/caps.ts';
import { dutyViolation } from '../../operators/duties.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import { booksViolation } from '../../payments/books-pause.ts';
import { payoutQueued } from './payout/rows.ts';
import { changed, failed, secondsUp, noticeOf } from './effects.ts';
import { withdrawals } from './tables.ts';
import type { FailReason, HoldReason, WithdrawalRow } from './tables.ts';

export type Verdict =
  | { readonly kind: 'approve' }
  | { readonly kind: 'hold'; readonly reason: HoldReason; readonly untilMs: number }
  | { readonly kind: 'release' }
  | { readonly kind: 'reject'; readonly reason: FailReason };

export type Review = {
  readonly id: bigint;
  readonly verdict: Verdict;
  /** The amount and the address that were shown to the operator. */
  readonly amount: Amount;
  readonly address: string;
  readonly note: string | undefined;
  readonly operator: Operator;
  /** The person behind each operator's account. An account always belongs to the same person. */
  readonly persons: ReadonlyMap<string, string>;
  /**
   * Whether payments approved now are submitted to a payment provider. Payments approved before a provider was configured are
   * never submitted, because they may already have been paid manually.
   */
  readonly byProvider: boolean;
};

type Reviewed = { readonly id: string };
type Part = Omit<Effects<Reviewed>, 'answer'>;

/** The reasons for which operators can reject a request. All other reasons concern cancellations and payments. */
export const REJECT_REASONS: readonly FailReason[] = [
  'address_unsafe',
  'source_unclear',
  'suspected_misuse',
  'customer_request',
];

export function decideReview(review: Review, facts: Facts) {
  const { id, operator, amount, address } = review;
  const tied = conflictOfInterest(facts, operator);
  if (tied !== undefined) return tied;
  const row = facts.row(withdrawals, id);
  if (row === undefined) return refuse('not_found', { field: 'id' });
  if (row.status !== 'under_review') return refuse('order_state_wrong', { field: 'id' });
  if (row.amount !== amount || row.address !== address) return refuse('case_changed');
  const decided = verdictOn(row, review, facts);
  return decided.ok ? ok({ answer: { id: id.toString() }, ...decided.value }) : decided;
}

function verdictOn(row: WithdrawalRow, review: Review, facts: Facts) {
  const { verdict } = review;
  switch (verdict.kind) {
    case 'approve':
      return approve(row, review, facts);
    case 'hold':
      return hold(row, { ...review, verdict }, facts);
    case 'release': {
      if (row.hold === null) return refuse('order_state_wrong', { field: 'id' });
      const released = { ...row, version: row.version + 1, hold: null };
      const record = recordOf(row, review, facts, { hold: null });
      return ok<Part>({ ...changed(released, facts), appends: [record] });
    }
    case 'reject': {
      const { reason } = verdict;
      const record = recordOf(row, review, facts, { status: 'failed', reason });
      const effects = failed(row, { reason, decidedBy: review.operator.account }, facts);
      return ok<Part>({ ...effects, appends: [record, noticeOf('withdrawal_failed', row, facts)] });
    }
  }
}

/**
 * Approves a request. The first approval of a large withdrawal only records the operator. The second, by a different person,
 * queues the payment.
 */
function approve(row: WithdrawalRow, review: Review, facts: Facts) {
  if (row.hold !== null) return refuse('case_held');
  const paused = booksViolation(facts) ?? payoutStopViolation(facts);
  if (paused !== undefined) return paused;
  const { status } = gateOf(facts);
  if (status !== 'active') return refuse(status === 'frozen' ? 'account_frozen' : 'account_locked');
  const { account, person } = review.operator;
  const apart = dutyViolation(facts, person);
  if (apart !== undefined) return apart;
  const { currency, amount } = row;
  const capped = capViolation(facts, {
    operator: review.operator,
    kind: 'withdrawal_approve',
    currency,
    amount,
  });
  if (capped !== undefined) return capped;
  if (row.needsSecond && row.firstBy === null) {
    const first = { ...row, version: row.version + 1, firstBy: account };
    const record = recordOf(row, review, facts, { first_by: account });
    return ok<Part>({ ...changed(first, facts), appends: [record] });
  }
  if (row.firstBy !== null) {
    const first = review.persons.get(row.firstBy);
    if (first === undefined || first === person) return refuse('second_person_needed');
    // If the first approver has since acquired a conflict of interest, the first approval is void.
    const barred = conflictOfInterest(facts, { person: first }) ?? dutyViolation(facts, first);
    if (barred !== undefined) return barred;
  }
  const approved: WithdrawalRow = {
    ...row,
    status: 'waiting',
    version: row.version + 1,
    ...(row.firstBy === null ? { firstBy: account } : { secondBy: account }),
    approvedMs: facts.wallMs,
  };
  const { book, id } = row;
  return ok<Part>({
    ...changed(approved, facts),
    appends: [
      recordOf(row, review, facts, { status: 'waiting' }),
      ...(review.byProvider ? [payoutQueued({ book, id, createdMs: facts.wallMs })] : []),
    ],
  });
}

type Holding = Review & { readonly verdict: Extract<Verdict, { readonly kind: 'hold' }> };

/**
 * Holds a request. The customer sees the reason and the end of the hold. When the hold ends, nothing is released automatically.
 * The number of holds is limited, so that a decision can't be postponed forever.
 */
function hold(row: WithdrawalRow, review: Holding, facts: Facts) {
  const { reason, untilMs } = review.verdict;
  if (row.holds >= limits.holdsMax) {
    return refuse('holds_used_up', { params: { max: limits.holdsMax.toString() } });
  }
  if (untilMs <= facts.wallMs || untilMs > facts.wallMs + limits.holdMsMax) {
    return refuse('parameter_wrong', { field: 'until', params: { field: 'until' } });
  }
  const held: WithdrawalRow = {
    ...row,
    version: row.version + 1,
    hold: { reason, untilMs, by: review.operator.account },
    holds: row.holds + 1,
  };
  const until = secondsUp(untilMs);
  return ok<Part>({
    ...changed(held, facts),
    appends: [
      recordOf(row, review, facts, { hold: { reason, until } }),
      noticeOf('withdrawal_held', row, facts, { until: until.toString() }),
    ],
  });
}

/** Builds the audit record of a verdict: the state before, the change, and the reason. */
function recordOf(
  row: WithdrawalRow,
  { verdict, note, operator }: Review,
  facts: Facts,
  after: Readonly<Record<string, unknown>>,
) {
  const withdrawal = row.id.toString();
  const said = ['reason' in verdict ? verdict.reason : undefined, note].filter((part) => part !== undefined);
  return recorded(
    {
      action: `withdrawal.${verdict.kind}`,
      subject: subjectOf(row.book),
      before: {
        withdrawal,
        status: row.status,
        amount: formatAmount(row.amount),
        currency: row.currency,
        address: row.address,
        first_by: row.firstBy,
        hold: row.hold === null ? null : { reason: row.hold.reason, until: secondsUp(row.hold.untilMs) },
      },
      after: { withdrawal, ...after },
      reason: said.length === 0 ? undefined : said.join(': '),
    },
    { operator, wallMs: facts.wallMs },
  );
}
