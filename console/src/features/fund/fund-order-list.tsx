/** All fund orders, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { fundStatus } from '@candor/protocol/fund/schemas.ts';
import { useSay } from '../../i18n/say.ts';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { grouped } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET fund_orders'>['items'][number];

export function FundOrderList() {
  const t = useSay();
  return (
    <RecordList
      resource="fund_orders"
      title={t('fund.orders')}
      filters={moneyFilters(t, 'fund', fundStatus.options)}
      empty={t('fund.empty')}
    >
      {caseColumn('fund_order', t('fund.order'))}
      {customerColumn(t)}
      <FunctionField label={t('ui.tier')} render={(row: Row) => row.project_id} />
      {amountColumn(t)}
      <FunctionField
        label={t('fund.paidDays')}
        render={(row: Row) => t('fund.paidOf', { paid: row.paid_days, days: row.days })}
      />
      <FunctionField label={t('fund.income')} textAlign="right" render={(row: Row) => grouped(row.income)} />
      <FunctionField
        label={t('ui.state')}
        render={(row: Row) => (
          <>
            <StateChip of="fund" state={row.status} /> {row.overdue && <StateChip state="overdue" />}
          </>
        )}
      />
      <FunctionField
        label={t('ui.reason')}
        render={(row: Row) => (row.reason === null ? '' : codeWords(t, 'reason', row.reason))}
      />
      <FunctionField label={t('fund.askedFor')} render={(row: Row) => <When at={row.applied_at} />} />
    </RecordList>
  );
}
