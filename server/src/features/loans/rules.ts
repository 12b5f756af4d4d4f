/** Rules for applying for a loan and cancelling the application, as pure functions. The README gives the order of the checks. */
import { LOAN_DAYS } from '@candor/domain/credit/loan.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { gateViolation, gateOf, stopViolation } from '../../identity/gates.ts';
import { LIMITS } from '../../limits.ts';
import type { LoanTerms, Terms } from '../../terms/terms.ts';
import { scoreOf } from './score.ts';
import { loans } from './tables.ts';
import type { LoanDocument, LoanRow, Shown } from './tables.ts';
import { loanView, eventOf } from './view.ts';

type Answer = CallOutput<'POST lh/loan/submit'>;

export type LoanPolicy = {
  readonly terms: Pick<Terms, 'loan'>;
  readonly jurisdictions: JurisdictionMode;
};

export type Documents = Readonly<Record<LoanDocument, Shown>>;

export type Application = {
  readonly amount: Amount;
  readonly days: number;
  /** The version of the agreement that the customer accepted, and of the terms that they were shown. */
  readonly agree: string;
  readonly termsVersion: number | undefined;
  /** The images with their hashes, or a refusal if one of them is invalid; read before the command. */
  readonly documents: Outcome<Documents, 'file_not_found' | 'file_duplicate'>;
};

export function decideApplication({ terms, jurisdictions }: LoanPolicy, asked: Application, facts: Facts) {
  const { wallMs } = facts;
  const of = terms.loan(wallMs);
  const barred =
    gateViolation(gateOf(facts), 'loan_apply', { nowMs: wallMs, jurisdictions }) ??
    stopViolation({ product: 'loans' }, facts);
  if (barred !== undefined) return barred;
  if (!of.open) return refuse('product_not_offered');
  const violation = askedViolation(asked, of) ?? standingViolation(of, facts);
  if (violation !== undefined) return violation;
  if (!asked.documents.ok) return asked.documents;
  const row: LoanRow = {
    ...{ book: facts.book, id: facts.newId(), version: 1 },
    figures: {
      ...{ amount: asked.amount, days: asked.days },
      ...{ dailyRate: of.dailyRate, overdueRate: of.overdueRate, overdueCap: of.overdueCap },
    },
    ...{ termsVersion: of.version, agreement: asked.agree, documents: asked.documents.value },
    ...{ needsSecond: asked.amount >= of.twoFrom, first: null },
    ...{ status: 'pending_review', reason: null },
    ...{ appliedMs: wallMs, reviewDueMs: wallMs + LIMITS.money.reviewMs, decidedMs: null, decidedBy: null },
    ...{ lent: null, nextMark: 0, armedSeq: 0n, settledMs: null },
  };
  return ok({ answer: answerOf(row, facts), puts: [put(loans, row)], events: [eventOf(row, facts.nowMs)] });
}

/** Checks the request: a customer borrows only at the cost and under the agreement that they were shown. */
function askedViolation({ amount, days, agree, termsVersion }: Application, of: LoanTerms) {
  if (amount <= 0n) return refuse('amount_wrong', { field: 'amount' });
  if (amount < of.min || amount > of.max) {
    const params = { min: formatAmount(of.min), max: formatAmount(of.max) };
    return refuse('loan_out_of_range', { field: 'amount', params });
  }
  if (!LOAN_DAYS.some((offered) => offered === days)) {
    return refuse('loan_days_not_offered', { field: 'days', params: { offered: LOAN_DAYS.join(', ') } });
  }
  if (agree !== AGREEMENT_VERSION) return refuse('agreement_changed', { field: 'agree' });
  return termsVersion !== undefined && termsVersion !== of.version ? refuse('terms_changed') : undefined;
}

/** Checks the borrower: a sufficient score, and one loan at a time. */
function standingViolation({ scoreMin }: LoanTerms, facts: Facts) {
  if (scoreOf(facts) < scoreMin) return refuse('credit_score_low', { params: { min: scoreMin.toString() } });
  return facts.openRows(loans).length > 0 ? refuse('loan_open') : undefined;
}

export function decideCancel(
  { id }: { readonly id: bigint },
  facts: Facts,
): Decision<Answer, 'loan_not_found' | 'order_state_wrong'> {
  const before = facts.row(loans, id);
  if (before === undefined) return refuse('loan_not_found', { field: 'id' });
  if (before.status !== 'pending_review') return refuse('order_state_wrong', { field: 'id' });
  const row = failedLoan(before, { reason: 'cancelled_by_customer', decidedBy: null }, facts);
  return ok({ answer: answerOf(row, facts), puts: [put(loans, row)], events: [eventOf(row, facts.nowMs)] });
}

export function failedLoan(
  before: LoanRow,
  { reason, decidedBy }: Pick<LoanRow, 'decidedBy'> & { readonly reason: NonNullable<LoanRow['reason']> },
  { wallMs }: Pick<Facts, 'wallMs'>,
): LoanRow {
  return { ...before, status: 'failed', reason, version: before.version + 1, decidedMs: wallMs, decidedBy };
}

function answerOf(row: LoanRow, { nowMs }: Pick<Facts, 'nowMs'>): Answer {
  return { id: row.id.toString(), status: row.status, loan: loanView(row, nowMs) };
}
