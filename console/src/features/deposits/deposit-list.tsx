/** Every deposit, newest first. */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { CustomerLink, Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { digitsOnly, moneyStates } from '../../kit/list-filters.ts';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

/** As the list's reader makes it: `id` names the case, `number` is the deposit's own. */
type Row = ConsoleOutput<'GET deposits'>['items'][number] & { readonly number: string };

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

export function DepositList() {
  return (
    <RecordList resource="deposits" title="Deposits" filters={filters} empty="No deposits.">
      <FunctionField
        label="Deposit"
        render={(row: Row) => (
          <Link row to={`/cases/deposit-${row.id}`}>
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
