/** All deposits, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { moneyStatus } from '@candor/protocol/deposits/schemas.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET deposits'>['items'][number];

export function DepositList() {
  const t = useSay();
  return (
    <RecordList
      resource="deposits"
      title={t('deposits.title')}
      filters={moneyFilters(t, 'deposit', moneyStatus.options)}
      empty={t('deposits.empty')}
    >
      {caseColumn('deposit', t('deposits.one'))}
      {customerColumn(t)}
      {amountColumn(t)}
      <FunctionField label={t('ui.network')} render={(row: Row) => codeWords(t, 'network', row.network)} />
      <FunctionField
        label={t('ui.state')}
        render={(row: Row) => (
          <>
            <StateChip of="deposit" state={row.status} /> {row.overdue && <StateChip state="overdue" />}
          </>
        )}
      />
      <FunctionField label={t('ui.approvedBy')} render={(row: Row) => approvers(t, row)} />
      <FunctionField
        label={t('ui.reason')}
        render={(row: Row) => (row.reason === null ? '' : codeWords(t, 'reason', row.reason))}
      />
      <FunctionField label={t('deposits.submitted')} render={(row: Row) => <When at={row.submitted_at} />} />
    </RecordList>
  );
}

/** Shown only for deposits that need dual approval. */
function approvers(t: Say, { needs_second: two, first_by: first, status }: Row): string {
  if (!two) return '';
  if (status === 'success') return t('ui.twoPeople');
  return first === null ? t('ui.noApproverOfTwo') : t('ui.approversOfTwo', { first });
}
