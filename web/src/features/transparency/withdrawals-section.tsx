/** The public figures on the withdrawals of the last thirty days and on pending withdrawals. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Times = CallOutput<'GET transparency/withdrawals'>;

/** Formats a duration in minutes below two hours, and otherwise in hours. */
function useDuration(): (minutes: number | null) => string {
  const t = useTranslations('withdrawals.times');
  const { decimal } = useFormat();
  return (minutes) => {
    if (minutes === null) return '–';
    if (minutes < 120) return t('minutes', { count: Math.ceil(minutes) });
    return t('hours', { hours: decimal((minutes / 60).toFixed(1), { min: 0, max: 1 }) });
  };
}

function Facts({ times }: { readonly times: Times }) {
  const t = useTranslations('withdrawals.times');
  const reasons = useTranslations('withdrawals.reason');
  const holds = useTranslations('withdrawals.holdReason');
  const duration = useDuration();
  return (
    <dl className="px-4 py-2">
      <FactRow name={t('paid')}>{times.paid}</FactRow>
      <FactRow name={t('median')} strong>
        {duration(times.median_minutes)}
      </FactRow>
      <FactRow name={t('slowest')}>{duration(times.slowest_tenth_minutes)}</FactRow>
      <FactRow name={t('waiting')}>{times.waiting}</FactRow>
      <FactRow name={t('overdue')}>{times.overdue}</FactRow>
      {times.held.map(({ reason, count }) => (
        <FactRow key={reason} name={t('held', { reason: holds(reason) })}>
          {count}
        </FactRow>
      ))}
      {times.failed.map(({ reason, count }) => (
        <FactRow key={reason} name={t('failed', { reason: reasons(reason) })}>
          {count}
        </FactRow>
      ))}
    </dl>
  );
}

export function WithdrawalsSection() {
  const t = useTranslations('withdrawals.times');
  const query = useCall('GET transparency/withdrawals', {}, { ofCustomer: false });
  return (
    <Section title={t('title')}>
      <p className="px-4 pt-4 text-sm text-soft">{t('text')}</p>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-40 rounded-card" />}>
        {(data) => <Facts times={data} />}
      </Loaded>
    </Section>
  );
}
