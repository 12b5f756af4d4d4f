/** A record in a list: its kind, its time and the amount. The row opens its journal. */
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import type { LedgerRecord } from './record-words.ts';
import { summaryOf } from './record-words.ts';
import { useRecordText } from './use-record-text.ts';

export type RecordRowProps = {
  readonly record: LedgerRecord;
  readonly onOpen: (record: LedgerRecord) => void;
};

export const RecordRow = memo(function RecordRow({ record, onOpen }: RecordRowProps) {
  const t = useTranslations('records');
  const groups = useTranslations('recordGroups');
  const own = useTranslations('account.accounts');
  const format = useFormat();
  const text = useRecordText();
  const { kind, sums } = summaryOf(record.changes);
  return (
    <button
      type="button"
      onClick={() => onOpen(record)}
      className="press hairline flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left last:shadow-none"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{text.title(record)}</span>
        <span className="block text-sm text-quiet">
          {groups(record.group)} · {format.time(record.time)}
        </span>
      </span>
      <span className="figures max-w-[55%] shrink-0 text-right">
        {kind === 'none' && <span className="text-sm text-quiet">{t('noChange')}</span>}
        {sums.map(({ currency, amount, isCredit }) => (
          <span
            key={`${currency} ${isCredit}`}
            className={classes(
              'block',
              kind === 'moved' ? 'text-soft' : signOf(amount) > 0 ? 'text-up' : 'text-ink',
            )}
          >
            {text.glance(amount, currency, kind === 'changed')}
            {isCredit && <span className="block text-xs text-quiet">{own('experience')}</span>}
          </span>
        ))}
      </span>
    </button>
  );
});
