/** Says that an instrument cannot be traded now, why, and when it opens again. */
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../ui/badge.tsx';
import { marketSeconds, waitForm, waitUntil } from './reopening.ts';
import { quoteStore } from './quotes.ts';
import type { Quoted } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

const minuteMs = 60_000;
/** Crypto never closes. */
const alwaysOpen = 'BTC/USDT';

type Reopening = {
  readonly inWords: string;
  /** For where there is little room. */
  readonly brief: string;
};

/** The wait for the reopening, kept true by the minute; undefined when the time is not known. */
export function useReopening(row: Pick<Quoted, 'reopens_at'>): Reopening | undefined {
  const t = useTranslations('market');
  const { data, dataUpdatedAt } = useQuotations();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const closed = row.reopens_at !== null;
  // A closed market is silent; one that is open lets a clock that was set forward be noticed meanwhile.
  useEffect(() => (closed ? quoteStore.subscribe(alwaysOpen, () => undefined) : undefined), [closed]);
  if (row.reopens_at === null || data === undefined) return undefined;
  const wait = waitUntil(row.reopens_at, marketSeconds(data, now - dataUpdatedAt));
  switch (waitForm(wait)) {
    case 'days':
      return { inWords: t('waitDays', wait), brief: t('waitDaysShort', wait) };
    case 'hours':
      return { inWords: t('waitHours', wait), brief: t('waitHoursShort', wait) };
    case 'minutes':
      return { inWords: t('waitMinutes', wait), brief: t('waitMinutes', wait) };
  }
}

export type ClosedBadgeProps = {
  readonly row: Pick<Quoted, 'reopens_at' | 'closed_because'>;
  /** A clock instead of words before the time, where there is little room. */
  readonly short?: boolean;
};

export function ClosedBadge({ row, short = false }: ClosedBadgeProps) {
  const t = useTranslations('market');
  const reopening = useReopening(row);
  if (row.closed_because === 'stale') return <Badge tone="warning">{t('paused')}</Badge>;
  if (reopening === undefined) return <Badge>{t('closed')}</Badge>;
  const inWords = t('closedFor', { wait: reopening.inWords });
  if (!short) return <Badge>{inWords}</Badge>;
  return (
    <Badge>
      <Clock size={12} strokeWidth={1.75} aria-hidden="true" className="mr-1 shrink-0" />
      <span aria-hidden="true">{reopening.brief}</span>
      <span className="sr-only">{inWords}</span>
    </Badge>
  );
}
