/** Self-imposed limits, pauses, and a summary of the trading results. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { signOf } from '../../lib/format.ts';
import { jurisdictionLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LimitSection } from './limit-section.tsx';
import { PauseSection } from './pause-section.tsx';

type Limits = CallOutput<'GET user/limits'>;

const kinds = ['loss', 'stake', 'deposit'] as const;
const periods = ['day', 'week', 'month'] as const;

function Result({ value }: { readonly value: string }) {
  const sign = signOf(value);
  return (
    <span className={sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : undefined}>
      <AmountText value={value} unit="USDT" signed private />
    </span>
  );
}

function Results({ results }: { readonly results: Limits['results'] }) {
  const t = useTranslations('limits');
  return (
    <Section title={t('results')}>
      <dl className="px-4 pt-2">
        {periods.map((period) => (
          <FactRow key={period} name={t(`resultOf.${period}`)}>
            <Result value={results[period]} />
          </FactRow>
        ))}
        <FactRow name={t('atStake')}>
          <AmountText value={results.at_risk} unit="USDT" private />
        </FactRow>
      </dl>
      <p className="px-4 pt-1 pb-3 text-sm text-quiet">{t('resultsMean')}</p>
    </Section>
  );
}

function Body({ limits }: { readonly limits: Limits }) {
  const t = useTranslations('limits');
  const titles = useTranslations('titles');
  return (
    <>
      <p className="gutter pt-3 text-sm text-soft">{t('intro')}</p>
      <Results results={limits.results} />
      {kinds.map((kind) => (
        <LimitSection key={kind} kind={kind} limits={limits.limits.filter((limit) => limit.kind === kind)} />
      ))}
      <PauseSection timeOutUntil={limits.time_out_until} excludedUntil={limits.excluded_until} />
      <Section>
        <ListRow title={titles('jurisdiction')} href={jurisdictionLink} />
      </Section>
    </>
  );
}

export function LimitsScreen() {
  const query = useCall('GET user/limits', {});
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />}>
        {(data) => <Body limits={data} />}
      </Loaded>
    </Screen>
  );
}
