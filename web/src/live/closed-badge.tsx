/** The badge of an instrument that can't be traded now, with the reason and the time until trading resumes. */
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../ui/badge.tsx';
import type { Quoted } from './quotes.ts';
import type { WaitWords } from './use-wait.ts';
import { useWait } from './use-wait.ts';

/** Returns the time until the reopening, updated every minute, or undefined if it is unknown. */
export function useReopening(row: Pick<Quoted, 'reopens_at'>): WaitWords | undefined {
  return useWait(row.reopens_at);
}

export type ClosedBadgeProps = {
  readonly row: Pick<Quoted, 'reopens_at' | 'closed_because'>;
  /** Whether a clock icon replaces the text before the time, for tight spaces. */
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
