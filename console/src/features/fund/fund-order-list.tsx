/** Every order of the fund, newest first. */
import { FunctionField, SelectInput, TextInput } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { fundStatus } from '@candor/protocol/schemas/fund.ts';
import { digitsOnly } from '../../kit/list-filters.ts';
import { CustomerLink, Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { grouped, money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

/** As the list's reader makes it: `id` names the case, `number` is the order's own. */
type Row = ConsoleOutput<'GET fund_orders'>['items'][number] & { readonly number: string };

const filters = [
  <SelectInput
    key="status"
    source="status"
    label="State"
    choices={fundStatus.options.map((id) => ({ id, name: codeWords(id) }))}
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

export function FundOrderList() {
  return (
    <RecordList resource="fund_orders" title="Fund orders" filters={filters} empty="No orders of the fund.">
      <FunctionField
        label="Order"
        render={(row: Row) => (
          <Link row to={`/cases/fund_order-${row.id}`}>
            {row.number}
          </Link>
        )}
      />
      <FunctionField
        label="Customer"
        render={(row: Row) => <CustomerLink id={row.customer} account={row.account} />}
      />
      <FunctionField label="Tier" render={(row: Row) => row.project_id} />
      <FunctionField
        label="Amount"
        textAlign="right"
        render={(row: Row) => money(row.amount, row.currency)}
      />
      <FunctionField label="Days paid" render={(row: Row) => `${row.paid_days} of ${row.days}`} />
      <FunctionField label="Income" textAlign="right" render={(row: Row) => grouped(row.income)} />
      <FunctionField
        label="State"
        render={(row: Row) => (
          <>
            <StateChip state={row.status} /> {row.overdue && <StateChip state="overdue" />}
          </>
        )}
      />
      <FunctionField
        label="Reason"
        render={(row: Row) => (row.reason === null ? '' : codeWords(row.reason))}
      />
      <FunctionField label="Asked for" render={(row: Row) => <When at={row.applied_at} />} />
    </RecordList>
  );
}
