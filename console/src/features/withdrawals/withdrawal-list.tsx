/** All withdrawals, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { moneyStatus } from '@candor/protocol/deposits/schemas.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { codeWords, listWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET withdrawals'>['items'][number];

export function WithdrawalList() {
  const t = useSay();
  return (
    <RecordList
      resource="withdrawals"
      title={t('withdrawals.title')}
      filters={moneyFilters(t, 'withdrawal', moneyStatus.options)}
      empty={t('withdrawals.empty')}
    >
      {caseColumn('withdrawal', t('withdrawals.one'))}
      {customerColumn(t)}
      {amountColumn(t)}
      <FunctionField label={t('ui.network')} render={(row: Row) => codeWords(t, 'network', row.network)} />
      <FunctionField
        label={t('ui.state')}
        render={(row: Row) => (
          <>
            <StateChip of="withdrawal" state={row.status} /> {row.hold !== null && <StateChip state="held" />}{' '}
            {row.overdue && <StateChip state="overdue" />}
          </>
        )}
      />
      <FunctionField label={t('ui.approvedBy')} render={(row: Row) => approvers(t, row)} />
      <FunctionField label={t('ui.requested')} render={(row: Row) => <When at={row.requested_at} />} />
    </RecordList>
  );
}

function approvers(t: Say, { first_by: first, second_by: second, needs_second: two }: Row): string {
  const both = listWords([first, second].filter((one) => one !== null));
  if (!two || second !== null) return both;
  return both === '' ? t('ui.noApproverOfTwo') : t('ui.approversOfTwo', { first: both });
}
