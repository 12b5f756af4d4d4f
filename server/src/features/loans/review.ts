/** What an operator decides of an application, purely: it is paid out as it was seen, in this very command, or refused. */
import { disbursedLoan, maturityMs } from '@candor/domain/credit/loan.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { loanDocuments } from '@candor/protocol/schemas/loans.ts';
import { put } from '../../commands/command.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { gateFault, gateOf } from '../../identity/gates.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';
import { tieFault } from '../../operators/ties.ts';
import { clockSeq, loanArming } from './marks.ts';
import { failedLoan } from './rules.ts';
import type { LoanPolicy } from './rules.ts';
import { scoreOf } from './score.ts';
import { LOAN_CURRENCY, loans } from './tables.ts';
import type { LoanRow } from './tables.ts';
import { noticeOf, told } from './view.ts';

export type FailReason = NonNullable<LoanRow['reason']>;

/** The reasons for which the house refuses; the others are the customer's, or that everything began anew. */
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
  /** As they were seen: the amount, and the hashes of the four pictures in their order. */
  readonly amount: Amount;
  readonly documents: readonly string[];
  readonly note: string | undefined;
};

export function decideReview({ terms, jurisdictions }: LoanPolicy, review: Review, facts: Facts) {
  const { operator, verdict } = review;
  const tied = tieFault(facts, operator);
  if (tied !== undefined) return tied;
  const before = facts.row(loans, review.id);
  if (before === undefined) return refuse('loan_not_found');
  if (before.status !== 'pending_review') return refuse('order_state_wrong');
  if (before.figures.amount !== review.amount || !isSame(hashesOf(before), review.documents)) {
    return refuse('case_changed');
  }
  if (verdict.kind === 'reject') {
    const after = failedLoan(before, { reason: verdict.reason, decidedBy: operator.account }, facts);
    return ok(acted(review, after, facts));
  }
  const { wallMs } = facts;
  const barred = gateFault(gateOf(facts), 'loan_apply', { nowMs: wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const { scoreMin } = terms.loan(wallMs);
  if (scoreOf(facts) < scoreMin) return refuse('credit_score_low', { params: { min: scoreMin.toString() } });
  if (!facts.houseHas('lending', LOAN_CURRENCY, review.amount)) return refuse('house_funds_insufficient');
  return ok(paidOut(before, review, facts));
}

/** The money leaves and the first day begins in the same instant. */
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
    ...acted(review, after, facts),
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

/** The row's new state, behind the record that the database asks for, and what its customer is told. */
function acted({ verdict, operator, note, id }: Review, after: LoanRow, facts: Facts): Effects<null> {
  const { figures } = after;
  const about = {
    ...{ loan: id.toString(), amount: formatAmount(figures.amount), currency: LOAN_CURRENCY },
    ...{ days: figures.days.toString(), daily_rate: formatAmount(figures.dailyRate) },
  };
  const reason = [after.reason, note].filter((part) => part !== null && part !== undefined).join(': ');
  const entry = {
    action: `loan.${verdict.kind}`,
    subject: subjectOf(facts.book),
    before: { ...about, status: 'pending_review' },
    after: { ...about, status: after.status, documents: hashesOf(after) },
    reason: reason === '' ? undefined : reason,
  };
  const kind = after.status === 'disbursed' ? 'loan_disbursed' : 'loan_refused';
  return {
    answer: null,
    appends: [
      recorded(entry, { operator, wallMs: facts.wallMs }),
      noticeOf(kind, after, { facts, atMs: facts.nowMs }),
    ],
    puts: [put(loans, after)],
    events: [told(after, facts.nowMs)],
  };
}
