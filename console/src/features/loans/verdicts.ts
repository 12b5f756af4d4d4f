/** What may be decided of an application for a loan, each with exactly what it does. */
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import type { loanDocuments } from '@candor/protocol/schemas/loans.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';
import { call } from '../../lib/api.ts';
import { money } from '../../lib/figures.ts';
import type { Loan } from './loan-case.tsx';
import { documentWords } from './loan-documents.tsx';

type Reason = NonNullable<ConsoleRequest<'POST loan_decide'>['reason']>;

/** Why the house refuses. What else ends an application is its customer's, or a demo's that begins anew. */
const reasons: readonly Reason[] = [
  'income_unclear',
  'documents_unreadable',
  'documents_mismatch',
  'credit_score_low',
  'account_restricted',
];

const note: DecisionField = {
  name: 'note',
  label: 'Note for colleagues',
  kind: 'text',
  hint: 'Kept in the log; the customer does not see it.',
};

/** @param unseen documents that the operator has not looked at yet. */
export function loanVerdicts(
  loan: Loan,
  unseen: readonly (typeof loanDocuments)[number][],
): readonly Verdict[] {
  if (loan.status !== 'pending_review') return [];
  const left = unseen.map((of) => documentWords[of].toLowerCase()).join(', ');
  return [approve(loan, left === '' ? undefined : `Not seen yet: ${left}.`), reject(loan)];
}

/** Amount and hashes as they were shown go along: where they are others by now, nothing is decided. */
function decide({ customer, id, amount, documents }: Loan, verdict: 'approve' | 'reject') {
  return ({ reason, note: written }: Values) =>
    call('POST loan_decide', {
      ...{ customer, id, verdict, amount },
      documents: documents.map(({ hash }) => hash),
      ...(reason !== undefined && reason !== '' && { reason: reason as Reason }),
      ...(written !== undefined && written.trim() !== '' && { note: written }),
    });
}

function approve(loan: Loan, barred: string | undefined): Verdict {
  const { customer, id, account, currency, days } = loan;
  return {
    act: 'approve',
    keySign: 'a',
    label: 'Approve',
    name: `loan-${customer}-${id}-approve`,
    title: 'Approve and pay out',
    says: `Lends ${money(loan.amount, currency)} to ${account} (${customer}) for ${days} days and pays it out at once. To be repaid at maturity with ${money(loan.total_planned, currency)}.`,
    fields: [note],
    sendLabel: 'Approve and pay out',
    barred,
    send: decide(loan, 'approve'),
  };
}

function reject(loan: Loan): Verdict {
  const { customer, id, account, currency } = loan;
  return {
    act: 'reject',
    keySign: 'r',
    label: 'Reject',
    name: `loan-${customer}-${id}-reject`,
    title: 'Reject this application',
    says: `Lends nothing of the ${money(loan.amount, currency)} to ${account} (${customer}). The customer is told the reason and can apply again.`,
    fields: [
      {
        name: 'reason',
        label: 'Reason, told to the customer',
        kind: 'choice',
        needed: true,
        options: reasons,
      },
      note,
    ],
    sendLabel: 'Reject',
    tone: 'error',
    send: decide(loan, 'reject'),
  };
}
