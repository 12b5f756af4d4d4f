/** The possible decisions about a loan application, each with its exact effect. */
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import type { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import type { Say } from '../../i18n/say.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { noteField, reasonField } from '../../kit/decision-fields.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import type { Client } from '../../lib/client.ts';
import { money } from '../../lib/figures.ts';
import type { Operator } from '../../lib/session.ts';
import { listWords } from '../../lib/words.ts';
import type { Loan } from './loan-case.tsx';

type Reason = NonNullable<ConsoleRequest<'POST loan_decide'>['reason']>;

/**
 * The reasons for which operators reject an application. The other reasons are a cancellation by the customer and a demo that
 * starts over.
 */
const reasons: readonly Reason[] = [
  'income_unclear',
  'documents_unreadable',
  'documents_mismatch',
  'credit_score_low',
  'account_restricted',
];

/** The operator, and the documents that they have not opened yet. */
type Reviewer = { readonly operator: Operator; readonly unseen: readonly (typeof loanDocuments)[number][] };

export function loanVerdicts(t: Say, loan: Loan, reviewer: Reviewer): readonly Verdict[] {
  return loan.status === 'pending_review' ? [approve(t, loan, reviewer), reject(t, loan)] : [];
}

/**
 * Returns the reason why the operator cannot approve the loan; undefined if there is none. The first approver of a large loan
 * cannot approve it a second time, even with a different account.
 */
function barrier(t: Say, loan: Loan, { operator, unseen }: Reviewer): string | undefined {
  if (loan.first_person === operator.person) {
    return loan.first_by === operator.account
      ? t('ui.alreadyApproved')
      : t('ui.alreadyApprovedAs', { account: loan.first_by ?? '' });
  }
  const documents = listWords(unseen.map((of) => t(`loans.document.${of}`)));
  return documents === '' ? undefined : t('loans.notSeen', { documents });
}

/** The displayed amount and hashes are part of the input. If they have changed, the server refuses the decision. */
function decide({ customer, id, amount, documents }: Loan, verdict: 'approve' | 'reject') {
  return ({ reason, note: written }: Values, call: Client) =>
    call('POST loan_decide', {
      ...{ customer, id, verdict, amount },
      documents: documents.map(({ hash }) => hash),
      ...(reason !== undefined && reason !== '' && { reason: reason as Reason }),
      ...(written !== undefined && written.trim() !== '' && { note: written }),
    });
}

function approve(t: Say, loan: Loan, reviewer: Reviewer): Verdict {
  const { customer, id, account, currency, days, needs_second: two, first_by: first } = loan;
  const step = two ? (first === null ? t('ui.approveFirst') : t('ui.approveSecond')) : t('loans.approvePay');

  return {
    act: 'approve',
    keySign: 'a',
    label: t('ui.approve'),
    name: `loan-${customer}-${id}-approve`,
    title: step,
    says: t(two && first === null ? 'loans.lendsSecond' : 'loans.lends', {
      ...{ amount: money(loan.amount, currency), account, customer, days },
      total: money(loan.total_planned, currency),
    }),
    fields: [noteField(t)],
    sendLabel: step,
    barred: barrier(t, loan, reviewer),
    send: decide(loan, 'approve'),
  };
}

function reject(t: Say, loan: Loan): Verdict {
  const { customer, id, account, currency } = loan;
  return {
    act: 'reject',
    keySign: 'r',
    label: t('ui.reject'),
    name: `loan-${customer}-${id}-reject`,
    title: t('loans.rejectTitle'),
    says: t('loans.rejectSays', { amount: money(loan.amount, currency), account, customer }),
    fields: [reasonField(t, reasons), noteField(t)],
    sendLabel: t('ui.reject'),
    tone: 'error',
    send: decide(loan, 'reject'),
  };
}
