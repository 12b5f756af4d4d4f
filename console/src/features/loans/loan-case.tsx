/** One loan application: the cost, the borrower's data, the four documents, and the decision. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import { Nothing, Asked } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { LoanDocuments, useLoanDocuments } from './loan-documents.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { loanVerdicts } from './verdicts.ts';

export type Loan = ConsoleOutput<'GET loan'>;

export function LoanCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const ref = { customer: of.customer, id: of.id };
  const asked = useAsk('GET loan', ref, { everyMs: 15_000 });
  const maySee = operator !== undefined && mayCall(operator.role, 'POST loan_picture');
  const documents = useLoanDocuments(ref, maySee);
  const mayDecide = operator !== undefined && mayCall(operator.role, 'POST loan_decide');
  return (
    <Asked of={asked}>
      {(loan) => (
        <CaseFrame
          title={t('loans.case', {
            id: loan.id,
            account: loan.account,
            amount: money(loan.amount, loan.currency),
          })}
          chips={
            <>
              <StateChip of="loan" state={loan.status} />
              {loan.review_overdue && <StateChip state="overdue" />}
              {loan.needs_second && <StateChip state="two" says={t('ui.dualApproval')} />}
              {loan.overdue && <StateChip state="overdue" says={t('loans.repaymentOverdue')} />}
            </>
          }
          facts={<LoanFacts loan={loan} verifiedName={documents.verifiedName} />}
          documents={maySee ? <LoanDocuments of={documents} /> : <Nothing>{t('loans.mayNotSee')}</Nothing>}
          decision={
            <DecisionBar
              verdicts={mayDecide ? loanVerdicts(t, loan, { operator, unseen: documents.unseen }) : []}
              onDone={onDone}
              otherwise={loan.status === 'pending_review' ? t('loans.mayNotDecide') : t('loans.isDecided')}
            />
          }
        />
      )}
    </Asked>
  );
}
