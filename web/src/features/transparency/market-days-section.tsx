/** The simulated market's keys by day: the fingerprint published in advance, and the key published after the day. */
import { useTranslations } from 'use-intl';
import { useCall } from '../../lib/queries.ts';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The number of days shown, from tomorrow backwards. The call returns more. */
const SHOWN = 4;

export function MarketDaysSection() {
  const t = useTranslations('proof.days');
  const query = useCall('GET transparency/market_days', {}, { ofCustomer: false });
  const days = query.data?.days;
  if (days === undefined) {
    return (
      <Section title={t('title')}>
        <Awaited query={query} skeleton={<Skeleton className="m-4 h-20 rounded-input" />} />
      </Section>
    );
  }
  // A market with real prices has no keys.
  if (days.length === 0) return null;
  return (
    <Section title={t('title')}>
      <div className="p-4">
        <p className="text-sm text-soft">{t('text')}</p>
        <dl>
          {days.slice(0, SHOWN).map(({ day, commitment, key }) => (
            <div key={commitment} className="pt-3">
              <dt className="text-sm text-soft">{day}</dt>
              <dd className="font-mono text-xs break-all">{commitment}</dd>
              <dd className="text-xs break-all text-quiet">
                {key === null ? t('hidden') : t('revealed', { key })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
