/** Every loan, newest first. */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { loanStates } from '@candor/protocol/console/fund.ts';
import { digitsOnly } from '../../kit/list-filters.ts';
import { CustomerLink, Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { grouped, money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

/** As the list's reader makes it: `id` names the case, `number` is the loan's own. */
type Row = ConsoleOutput<'GET loans'>['items'][number] & { readonly number: string };

const filters = [
  <SelectInput
    key="status"
    source="status"
    label="State"
    choices={loanStates.map((id) => ({ id, name: codeWords(id) }))}
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

export function LoanList() {
  return (
    <RecordList resource="loans" title="Loans" filters={filters} empty="No loans.">
      <FunctionField
        label="Loan"
        render={(row: Row) => (
          <Link row to={`/cases/loan-${row.id}`}>
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
