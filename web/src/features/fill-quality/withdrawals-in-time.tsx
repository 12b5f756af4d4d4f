/** How long withdrawals took, and how many were paid by the promised time. */
import { useTranslations } from 'use-intl';
import { useCall } from '../../lib/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDuration } from './use-duration.ts';

const MINUTE_MS = 60_000;

export function WithdrawalsInTime() {
  const t = useTranslations('fillQuality');
  const times = useTranslations('withdrawals.times');
  const duration = useDuration();
  const query = useCall('GET transparency/withdrawals', {}, { ofCustomer: false });
  const ms = (minutes: number | null): number | null => (minutes === null ? null : minutes * MINUTE_MS);
  return (
    <Section title={times('title')}>
      <p className="px-4 pt-4 text-sm text-soft">{times('text')}</p>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-32" />}>
        {(data) => (
          <dl className="px-4 py-2">
            <FactRow name={t('inTime')} strong>
              {data.paid === 0 ? '–' : t('waited', { waited: data.in_time, orders: data.paid })}
            </FactRow>
            <FactRow name={times('median')}>{duration(ms(data.median_minutes))}</FactRow>
            <FactRow name={times('slowest')}>{duration(ms(data.slowest_tenth_minutes))}</FactRow>
            <FactRow name={times('waiting')}>{data.waiting}</FactRow>
            <FactRow name={times('overdue')}>{data.overdue}</FactRow>
          </dl>
        )}
      </Loaded>
    </Section>
  );
}
