/**
 * The notice above a ticket that can't be submitted: the market is closed until a time, prices are paused, or no new positions
 * can be opened.
 */
import { useTranslations } from 'use-intl';
import { Notice } from '../ui/notice.tsx';
import { useReopening } from './closed-badge.tsx';
import type { Quotation } from './quotes.ts';

export function ClosedNotice({ row }: { readonly row: Quotation }) {
  const t = useTranslations('opening');
  const wait = useReopening(row)?.inWords;
  if (!row.offered) return <Notice title={t('notOfferedTitle')} text={t('notOfferedText')} />;
  if (row.closed_because === 'stale') return <Notice title={t('pausedTitle')} text={t('pausedText')} />;
  return (
    <Notice
      title={t('closedTitle')}
      text={wait === undefined ? t('closedText') : t('closedUntilText', { wait })}
    />
  );
}
