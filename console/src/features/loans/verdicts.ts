/** What may be decided of an application for a loan, each with exactly what it does. */
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import type { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { DecisionField, Values } from '../../kit/decision-fields.tsx';
import { call } from '../../lib/api.ts';
import { money } from '../../lib/figures.ts';
import type { Operator } from '../../lib/session.ts';
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

/** Who looks at it, and which documents they have not seen yet. */
type Reviewer = { readonly operator: Operator; readonly unseen: readonly (typeof loanDocuments)[number][] };

export function loanVerdicts(loan: Loan, reviewer: Reviewer): readonly Verdict[] {
  return loan.status === 'pending_review' ? [approve(loan, reviewer), reject(loan)] : [];
}

/** Why somebody cannot approve now. Of a large one whoever was first has done their part, whichever account they use. */
function barrier(loan: Loan, { operator, unseen }: Reviewer): string | undefined {
  if (loan.first_person === operator.person) {
    return loan.first_by === operator.account
      ? 'You have approved it already; another person has to as well.'
      : `You have approved it already, as ${loan.first_by}; another person has to as well.`;
  }
  const left = unseen.map((of) => documentWords[of].toLowerCase()).join(', ');
  return left === '' ? undefined : `Not seen yet: ${left}.`;
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

function approve(loan: Loan, reviewer: Reviewer): Verdict {
  const { customer, id, account, currency, days, needs_second: two, first_by: first } = loan;
  const step = two
    ? first === null
      ? 'Approve as the first of two'
      : 'Approve as the second of two'
    : 'Approve and pay out';
  const lends = two && first === null ? 'With a second approval lends' : 'Lends';
  return {
    act: 'approve',
    keySign: 'a',
    label: 'Approve',
    name: `loan-${customer}-${id}-approve`,
    title: step,
    says: `${lends} ${money(loan.amount, currency)} to ${account} (${customer}) for ${days} days and pays it out at once. To be repaid at maturity with ${money(loan.total_planned, currency)}.`,
    fields: [note],
    sendLabel: step,
    barred: barrier(loan, reviewer),
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
