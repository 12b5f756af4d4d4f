/** The outcome of an approved payment: it arrived, or it certainly was not made. Pure. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { put } from '../../commands/command.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { LIMITS } from '../../limits.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Actor } from '../../operators/operators.ts';
import { capViolation } from '../../operators/caps.ts';
import { dutyViolation } from '../../operators/duties.ts';
import { conflictOfInterest } from '../../operators/conflicts-of-interest.ts';
import { booksViolation } from '../../payments/books-pause.ts';
import { mayBeTrying, payouts } from './payout/rows.ts';
import type { PayoutRow } from './payout/rows.ts';
import { changed, failed, payJournal, noticeOf } from './effects.ts';
import { failings } from './failing.ts';
import { withdrawals } from './tables.ts';
import type { FailReason, WithdrawalRow } from './tables.ts';

export type PayoutOutcome =
  | { readonly kind: 'paid'; readonly reference: string }
  | { readonly kind: 'failed'; readonly reason: FailReason; readonly proof: string };

export type Settlement = {
  readonly id: bigint;
  readonly currency: string;
  readonly outcome: PayoutOutcome;
  /** The withdrawal's amount as seen by the operator or the provider who settles it. */
  readonly amount: Amount;
  readonly operator: Actor;
  /** Whether the reference has already paid a different withdrawal. */
  readonly isReferenceUsed: boolean;
};

type Settled = { readonly id: string };

export const PAYOUT_REASONS: readonly FailReason[] = ['payout_returned', 'payout_impossible'];

export function decideSettlement(settlement: Settlement, facts: Facts) {
  const { id, operator, outcome, amount } = settlement;
  const tied = conflictOfInterest(facts, operator);
  if (tied !== undefined) return tied;
  const row = facts.row(withdrawals, id);
  if (row === undefined) return refuse('not_found', { field: 'id' });
  if (row.status !== 'waiting') return refuse('order_state_wrong', { field: 'id' });
  if (row.amount !== amount || row.currency !== settlement.currency) return refuse('case_changed');
  const answer: Settled = { id: id.toString() };
  if (outcome.kind === 'paid') {
    const { currency } = row;
    const barred =
      booksViolation(facts) ??
      dutyViolation(facts, operator.person) ??
      capViolation(facts, { operator, kind: 'withdrawal_pay', currency, amount });
    if (barred !== undefined) return barred;
    if (settlement.isReferenceUsed) return refuse('reference_used', { field: 'reference' });
    return ok({ answer, ...paid(row, { ...settlement, outcome }, facts) });
  }
  // The provider can always report that its own payment failed. While the provider may have the payment, nobody else can be
  // certain of that.
  const payout = facts.row(payouts, id);
  const isProvider = operator.role === 'provider';
  if (!isProvider && payout !== undefined && providerHasIt(row, payout, facts.wallMs)) return refuse('busy');
  if (row.needsSecond && !isProvider) {
    const first = facts.row(failings, id);
    // If the first reporter has since acquired a conflict of interest, the first report is void.
    if (first === undefined || conflictOfInterest(facts, first) !== undefined)
      return ok({ answer, ...failedFirst(row, { ...settlement, outcome }, facts) });
    if (first.person === operator.person) return refuse('second_person_needed');
  }
  return ok({ answer, ...notPaid(row, { ...settlement, outcome }, facts) });
}

/**
 * Whether the provider may have the payment. This is so while an attempt may be in flight and, if the provider has acknowledged
 * the payment, for a day after the approval. During that day, the provider is expected to report the outcome.
 */
function providerHasIt({ approvedMs }: WithdrawalRow, payout: PayoutRow, wallMs: number): boolean {
  const reportsUntilMs = (approvedMs ?? wallMs) + LIMITS.money.reviewMs;
  return mayBeTrying(payout, wallMs) || (payout.acknowledgedMs !== null && wallMs < reportsUntilMs);
}

type Part = Omit<Effects<Settled>, 'answer'>;
type Paid = Settlement & { readonly outcome: Extract<PayoutOutcome, { readonly kind: 'paid' }> };
type NotPaid = Settlement & { readonly outcome: Extract<PayoutOutcome, { readonly kind: 'failed' }> };

function paid(row: WithdrawalRow, settlement: Paid, facts: Facts): Part {
  const { outcome, operator } = settlement;
  const arrived = row.amount - row.fee;
  if (!facts.houseHas('custody', row.currency, arrived)) {
    throw new Error(
      `expected custody to cover the payment of withdrawal ${row.id} in ${row.currency}, found less`,
    );
  }
  const { reference } = outcome;
  const settled: WithdrawalRow = {
    ...row,
    status: 'success',
    version: row.version + 1,
    paidReference: reference,
    decidedBy: operator.account,
    decidedMs: facts.wallMs,
  };
  return {
    ...changed(settled, facts),
    journals: [payJournal(row)],
    appends: [
      recordOf(row, settlement, facts),
      noticeOf('withdrawal_sent', row, facts, {
        amount: formatAmount(arrived),
        address: row.address,
        reference,
      }),
    ],
  };
}

/**
 * Records the first report of failure. Two operators approved the payment, so its failure needs two reports. Before the second
 * report, no money is returned and the customer isn't notified.
 */
function failedFirst(row: WithdrawalRow, settlement: NotPaid, facts: Facts): Part {
  const { book, id } = row;
  const { account: by, person } = settlement.operator;
  return {
    puts: [put(failings, { book, id, by, person, saidMs: facts.wallMs })],
    appends: [recordOf(row, settlement, facts, true)],
  };
}

function notPaid(row: WithdrawalRow, settlement: NotPaid, facts: Facts): Part {
  const { outcome, operator } = settlement;
  return {
    ...failed(row, { reason: outcome.reason, decidedBy: operator.account }, facts),
    appends: [recordOf(row, settlement, facts), noticeOf('withdrawal_failed', row, facts)],
  };
}

function recordOf(row: WithdrawalRow, { outcome, operator }: Settlement, facts: Facts, isFirst = false) {
  const withdrawal = row.id.toString();
  const { status, currency, address } = row;
  const amount = formatAmount(row.amount);
  const step = isFirst ? 'payout_failed_first' : 'payout_failed';
  const said =
    outcome.kind === 'paid'
      ? {
          action: 'withdrawal.paid',
          after: {
            status: 'success',
            reference: outcome.reference,
            arrived: formatAmount(row.amount - row.fee),
          },
          reason: undefined,
        }
      : {
          action: `withdrawal.${step}`,
          after: { status: isFirst ? status : 'failed', proof: outcome.proof },
          reason: outcome.reason,
        };
  return recorded(
    {
      ...said,
      subject: subjectOf(row.book),
      before: { withdrawal, status, amount, currency, address },
      after: { withdrawal, ...said.after },
    },
    { operator, wallMs: facts.wallMs },
  );
}
