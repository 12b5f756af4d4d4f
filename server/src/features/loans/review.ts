/**
 * Rules for an operator's verdict on an application, as pure functions. The application is rejected, or paid out as the operator
 * saw it. A large loan takes two approvals by different people, and is paid out on the second.
 */
import { disbursedLoan, maturityMs } from '@candor/domain/credit/loan.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { put } from '../../commands/command.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { capViolation } from '../../operators/caps.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import { clockSeq, loanArming } from './marks.ts';
import { failedLoan } from './rules.ts';
import type { LoanPolicy } from './rules.ts';
import { scoreOf } from './score.ts';
import { LOAN_CURRENCY, loans } from './tables.ts';
import type { LoanRow } from './tables.ts';
import { noticeOf, eventOf } from './view.ts';

export type FailReason = NonNullable<LoanRow['reason']>;

/** The reasons that an operator may give. The others are for cancellations and demo resets. */
export const REJECT_REASONS: readonly FailReason[] = [
  'income_unclear',
  'documents_unreadable',
  'documents_mismatch',
  'credit_score_low',
  'account_restricted',
];

export type Verdict = { readonly kind: 'approve' } | { readonly kind: 'reject'; readonly reason: FailReason };

export type Review = {
  readonly id: bigint;
  readonly operator: Operator;
  readonly verdict: Verdict;
  /** The amount and the hashes of the four images in order, as the operator saw them. */
  readonly amount: Amount;
  readonly documents: readonly string[];
  readonly note: string | undefined;
  /** The person of each operator account; an account's person never changes. */
  readonly persons: ReadonlyMap<string, string>;
};

export function decideReview({ terms, jurisdictions }: LoanPolicy, review: Review, facts: Facts) {
  const { operator, verdict } = review;
  const tied = conflictOfInterest(facts, operator);
  if (tied !== undefined) return tied;
  const before = facts.row(loans, review.id);
  if (before === undefined) return refuse('loan_not_found');
  if (before.status !== 'pending_review') return refuse('order_state_wrong');
  if (before.figures.amount !== review.amount || !isSame(hashesOf(before), review.documents)) {
    return refuse('case_changed');
  }
  if (verdict.kind === 'reject') {
    const after = failedLoan(before, { reason: verdict.reason, decidedBy: operator.account }, facts);
    return ok(acted({ review, before, after }, facts));
  }
  const { wallMs } = facts;
  const barred = gateViolation(gateOf(facts), 'loan_apply', { nowMs: wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const { scoreMin } = terms.loan(wallMs);
  if (scoreOf(facts) < scoreMin) return refuse('credit_score_low', { params: { min: scoreMin.toString() } });
  const capped = capViolation(facts, {
    ...{ operator, kind: 'loan', currency: LOAN_CURRENCY },
    amount: review.amount,
  });
  if (capped !== undefined) return capped;
  if (before.needsSecond) {
    const first = firstPerson(before, review, facts);
    if (first === undefined) return ok(approvedFirst(before, review, facts));
    if (first === operator.person) return refuse('second_person_needed');
  }
  if (!facts.houseHas('lending', LOAN_CURRENCY, review.amount)) return refuse('house_funds_insufficient');
  return ok(paidOut(before, review, facts));
}

/**
 * Returns the person whose first approval is still valid. A first approval is void if its approver now has a conflict of
 * interest. The current approval then counts as the first.
 */
function firstPerson({ first }: LoanRow, { persons }: Review, facts: Facts): string | undefined {
  const person = first === null ? undefined : persons.get(first.by);
  return person === undefined || conflictOfInterest(facts, { person }) !== undefined ? undefined : person;
}

/** Records a first approval. The customer gets no event, because nothing has changed for them yet. */
function approvedFirst(before: LoanRow, review: Review, facts: Facts): Effects<null> {
  const first = { by: review.operator.account, atMs: facts.wallMs };
  const after = { ...before, version: before.version + 1, first };
  return {
    answer: null,
    appends: [recordOf({ review, before, after }, facts)],
    puts: [put(loans, after)],
  };
}

/** The payout and the loan's first day start in the same instant. */
function paidOut(before: LoanRow, review: Review, facts: Facts): Effects<null> {
  const { figures } = before;
  const { nowMs, journalSeq } = facts;
  const after: LoanRow = {
    ...before,
    status: 'disbursed',
    version: before.version + 1,
    decidedMs: facts.wallMs,
    decidedBy: review.operator.account,
    lent: { account: disbursedLoan(figures, nowMs), dueMs: maturityMs(figures, nowMs), journalSeq },
    armedSeq: clockSeq(facts),
  };
  return {
    ...acted({ review, before, after }, facts),
    journals: [
      journal('loan_disburse', `loan:${after.id}`, [
        { account: 'lending', currency: LOAN_CURRENCY, amount: -figures.amount },
        { account: 'spot', currency: LOAN_CURRENCY, amount: figures.amount },
      ]),
    ],
    armings: [loanArming(after)],
  };
}

export function hashesOf({ documents }: Pick<LoanRow, 'documents'>): string[] {
  return loanDocuments.map((of) => documents[of].hash);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

type Change = { readonly review: Review; readonly before: LoanRow; readonly after: LoanRow };

/** Writes the row's new state, the audit record that the database requires, and the customer's event and notice. */
function acted(change: Change, facts: Facts): Effects<null> {
  const { after } = change;
  const kind = after.status === 'disbursed' ? 'loan_disbursed' : 'loan_refused';
  return {
    answer: null,
    appends: [recordOf(change, facts), noticeOf(kind, after, { facts, atMs: facts.nowMs })],
    puts: [put(loans, after)],
    events: [eventOf(after, facts.nowMs)],
  };
}

function recordOf({ review, before, after }: Change, facts: Facts) {
  const { verdict, operator, note, id } = review;
  const { figures } = after;
  const about = {
    ...{ loan: id.toString(), amount: formatAmount(figures.amount), currency: LOAN_CURRENCY },
    ...{ days: figures.days.toString(), daily_rate: formatAmount(figures.dailyRate) },
  };
  const reason = [after.reason, note].filter((part) => part !== null && part !== undefined).join(': ');
  const step =
    verdict.kind === 'approve' && after.status === 'pending_review' ? 'approve_first' : verdict.kind;
  const entry = {
    action: `loan.${step}`,
    subject: subjectOf(facts.book),
    before: { ...about, status: before.status, ...firstOf(before) },
    after: { ...about, status: after.status, documents: hashesOf(after), ...firstOf(after) },
    reason: reason === '' ? undefined : reason,
  };
  return recorded(entry, { operator, wallMs: facts.wallMs });
}

/** Returns the first approval for the audit record, if two approvers are needed. */
function firstOf({ needsSecond, first }: LoanRow) {
  return needsSecond ? { first_by: first?.by ?? null } : {};
}
