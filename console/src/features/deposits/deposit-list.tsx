/** Every deposit, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { moneyStatus } from '@candor/protocol/deposits/schemas.ts';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET deposits'>['items'][number];

const filters = moneyFilters(moneyStatus.options);

export function DepositList() {
  return (
    <RecordList resource="deposits" title="Deposits" filters={filters} empty="No deposits.">
      {caseColumn('deposit', 'Deposit')}
      {customerColumn}
      {amountColumn}
      <FunctionField label="Way" render={(row: Row) => codeWords(row.network)} />
      <FunctionField
        label="State"
        render={(row: Row) => (
          <>
            <StateChip state={row.status} /> {row.overdue && <StateChip state="overdue" />}
          </>
        )}
      />
      <FunctionField label="Approved by" render={(row: Row) => approvers(row)} />
      <FunctionField
        label="Reason"
        render={(row: Row) => (row.reason === null ? '' : codeWords(row.reason))}
      />
      <FunctionField label="Handed in" render={(row: Row) => <When at={row.submitted_at} />} />
    </RecordList>
  );
}

/** Of those alone that take two. */
function approvers({ needs_second: two, first_by: first, status }: Row): string {
  if (!two) return '';
  if (status === 'success') return 'two persons';
  return `${first ?? 'nobody'} (of two)`;
}
