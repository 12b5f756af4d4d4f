/** Every withdrawal, newest first. */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { CustomerLink, Link } from '../../kit/links.tsx';
import { digitsOnly, moneyStates } from '../../kit/list-filters.ts';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

/** As the list's reader makes it: `id` names the case, `number` is the withdrawal's own. */
type Row = ConsoleOutput<'GET withdrawals'>['items'][number] & { readonly number: string };

const filters = [
  <SelectInput
    key="status"
    source="status"
    label="State"
    choices={moneyStates}
    helperText={false}
    alwaysOn
  />,
  <TextInput
    key="customer"
    source="customer"
    label="Customer’s number"
    parse={digitsOnly}
    helperText={false}
    alwaysOn
  />,
];

export function WithdrawalList() {
  return (
    <RecordList resource="withdrawals" title="Withdrawals" filters={filters} empty="No withdrawals.">
      <FunctionField
        label="Withdrawal"
        render={(row: Row) => (
          <Link row to={`/cases/withdrawal-${row.id}`}>
            {row.number}
          </Link>
        )}
      />
      <FunctionField
        label="Customer"
        render={(row: Row) => <CustomerLink id={row.customer} account={row.account} />}
      />
      <FunctionField
        label="Amount"
        textAlign="right"
        render={(row: Row) => money(row.amount, row.currency)}
      />
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
