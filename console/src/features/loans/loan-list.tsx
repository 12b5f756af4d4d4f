/** All loans, newest first. */
import { FunctionField } from 'react-admin';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { loanStates } from '@candor/protocol/loans/console.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { amountColumn, caseColumn, customerColumn, moneyFilters } from '../../kit/money-list.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { grouped } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

type Row = ConsoleOutput<'GET loans'>['items'][number];

export function LoanList() {
  const t = useSay();
  return (
    <RecordList
      resource="loans"
      title={t('loans.title')}
      filters={moneyFilters(t, 'loan', loanStates)}
      empty={t('loans.empty')}
    >
      {caseColumn('loan', t('loans.one'))}
      {customerColumn(t)}
      {amountColumn(t)}
      <FunctionField label={t('ui.days')} textAlign="right" render={(row: Row) => row.days} />
      <FunctionField label={t('ui.owedNow')} textAlign="right" render={(row: Row) => grouped(row.due)} />
      <FunctionField
        label={t('ui.state')}
        render={(row: Row) => (
          <>
            <StateChip of="loan" state={row.status} />{' '}
            {row.overdue && row.status === 'disbursed' && <StateChip of="loan" state="overdue" />}
            {row.review_overdue && <StateChip state="overdue" says={t('loans.reviewOverdue')} />}
          </>
        )}
      />
      <FunctionField label={t('ui.approvedBy')} render={(row: Row) => approvers(t, row)} />
      <FunctionField
        label={t('ui.reason')}
        render={(row: Row) => (row.reason === null ? '' : codeWords(t, 'reason', row.reason))}
      />
      <FunctionField label={t('ui.applied')} render={(row: Row) => <When at={row.applied_at} />} />
      <FunctionField label={t('ui.matures')} render={(row: Row) => <WhenOr at={row.due_at} otherwise="" />} />
    </RecordList>
  );
}

/** Shown only for loans that need dual approval. */
function approvers(t: Say, { needs_second: two, first_by: first, disbursed_at: paidOut }: Row): string {
  if (!two) return '';
  if (paidOut !== null) return t('ui.twoPeople');
  return first === null ? t('ui.noApproverOfTwo') : t('ui.approversOfTwo', { first });
}
