/** Every order of the fund, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { fundStatus } from '@candor/protocol/fund/schemas.ts';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { grouped } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET fund_orders'>['items'][number];

const filters = moneyFilters(fundStatus.options);

export function FundOrderList() {
  return (
    <RecordList resource="fund_orders" title="Fund orders" filters={filters} empty="No orders of the fund.">
      {caseColumn('fund_order', 'Order')}
      {customerColumn}
      <FunctionField label="Tier" render={(row: Row) => row.project_id} />
      {amountColumn}
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
