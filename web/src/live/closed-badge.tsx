/** Says that an instrument cannot be traded now, why, and when it opens again. */
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../ui/badge.tsx';
import { marketSeconds, waitForm, waitUntil } from './reopening.ts';
import type { Quotation } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

const minuteMs = 60_000;

/** The wait for the reopening in words, kept true by the minute; undefined when the time is not known. */
export function useReopening(row: Quotation): string | undefined {
  const t = useTranslations('market');
  const { data, dataUpdatedAt } = useQuotations();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  if (row.reopens_at === null || data === undefined) return undefined;
  const wait = waitUntil(row.reopens_at, marketSeconds(data, now - dataUpdatedAt));
  const form = waitForm(wait);
  if (form === 'days') return t('waitDays', wait);
  return form === 'hours' ? t('waitHours', wait) : t('waitMinutes', wait);
}

export type ClosedBadgeProps = {
  readonly row: Quotation;
  /** A clock instead of words before the time, where there is little room. */
  readonly short?: boolean;
};

export function ClosedBadge({ row, short = false }: ClosedBadgeProps) {
  const t = useTranslations('market');
  const wait = useReopening(row);
  if (row.closed_because === 'stale') return <Badge tone="warning">{t('paused')}</Badge>;
  if (wait === undefined) return <Badge>{t('closed')}</Badge>;
  if (!short) return <Badge>{t('closedFor', { wait })}</Badge>;
  return (
    <Badge>
      <Clock size={12} strokeWidth={1.75} aria-hidden="true" className="mr-1 shrink-0" />
      <span aria-hidden="true">{wait}</span>
      <span className="sr-only">{t('closedFor', { wait })}</span>
    </Badge>
  );
}
