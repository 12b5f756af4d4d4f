/** Every loan, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { loanStates } from '@candor/protocol/loans/console.ts';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { grouped } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET loans'>['items'][number];

const filters = moneyFilters(loanStates);

export function LoanList() {
  return (
    <RecordList resource="loans" title="Loans" filters={filters} empty="No loans.">
      {caseColumn('loan', 'Loan')}
      {customerColumn}
      {amountColumn}
      <FunctionField label="Days" textAlign="right" render={(row: Row) => row.days} />
      <FunctionField label="Owed now" textAlign="right" render={(row: Row) => grouped(row.due)} />
      <FunctionField
        label="State"
        render={(row: Row) => (
          <>
            <StateChip state={row.status} />{' '}
            {row.overdue && row.status === 'disbursed' && <StateChip state="overdue" />}
            {row.review_overdue && <StateChip state="overdue" says="Review overdue" />}
          </>
        )}
      />
      <FunctionField label="Approved by" render={(row: Row) => approvers(row)} />
      <FunctionField
        label="Reason"
        render={(row: Row) => (row.reason === null ? '' : codeWords(row.reason))}
      />
      <FunctionField label="Applied" render={(row: Row) => <When at={row.applied_at} />} />
      <FunctionField label="Matures" render={(row: Row) => <WhenOr at={row.due_at} otherwise="" />} />
    </RecordList>
  );
}

/** Of those alone that take two. */
function approvers({ needs_second: two, first_by: first, disbursed_at: paidOut }: Row): string {
  if (!two) return '';
  return paidOut === null ? `${first ?? 'nobody'} (of two)` : 'two persons';
}
