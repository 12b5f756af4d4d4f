/** Every withdrawal, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { moneyStatus } from '@candor/protocol/deposits/schemas.ts';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET withdrawals'>['items'][number];

const filters = moneyFilters(moneyStatus.options);

export function WithdrawalList() {
  return (
    <RecordList resource="withdrawals" title="Withdrawals" filters={filters} empty="No withdrawals.">
      {caseColumn('withdrawal', 'Withdrawal')}
      {customerColumn}
      {amountColumn}
      <FunctionField label="Network" render={(row: Row) => codeWords(row.network)} />
      <FunctionField
        label="State"
        render={(row: Row) => (
          <>
            <StateChip state={row.status} /> {row.hold !== null && <StateChip state="held" />}{' '}
            {row.overdue && <StateChip state="overdue" />}
          </>
        )}
      />
      <FunctionField label="Approved by" render={(row: Row) => approvers(row)} />
      <FunctionField label="Requested" render={(row: Row) => <When at={row.requested_at} />} />
    </RecordList>
  );
}

function approvers({ first_by: first, second_by: second, needs_second: two }: Row): string {
  const both = [first, second].filter((one) => one !== null).join(', ');
  return two && second === null ? `${both === '' ? 'nobody' : both} (of two)` : both;
}
