/** The overview of the fund: the customer's share, the tiers, the published figures and the source of the income. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { fundOrdersLink, fundStrategyLink, loginLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { RatesChart } from './rates-chart.tsx';
import { StrategyFacts } from './strategy-facts.tsx';
import { TierList } from './tier-list.tsx';
import { useFundConfig, usePublished } from './use-fund.ts';
import type { Published } from './use-fund.ts';

function Sums() {
  const t = useTranslations('fund');
  const sums = useCall('GET lh/deposit/ordersum', {}, { enabled: useSignedIn() });
  const of = sums.data;
  return (
    <Section>
      <dl className="grid grid-cols-3 gap-3 p-4">
        {(['principal', 'income_today', 'income_total'] as const).map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{t(`sum.${name}`)}</dt>
            <dd className="font-semibold">
              <AmountText value={of?.[name] ?? '0'} unit="USDT" private signed={name !== 'principal'} />
            </dd>
          </div>
        ))}
      </dl>
      <ListRow
        title={t('myOrders')}
        href={fundOrdersLink()}
        end={of === undefined ? '' : t('openCount', { count: of.in_progress + of.pending })}
      />
    </Section>
  );
}

function VisitorPart() {
  const t = useTranslations('fund');
  return (
    <Section plain>
      <Button block onClick={() => navigate(loginLink())}>
        {t('logIn')}
      </Button>
    </Section>
  );
}

function Tiers() {
  const t = useTranslations('fund');
  const config = useFundConfig();
  return (
    <Section title={t('tiers')}>
      <Loaded query={config} skeleton={<SkeletonRows count={6} />}>
        {(data) => <TierList tiers={data.tiers} />}
      </Loaded>
    </Section>
  );
}

function PublishedPart({ published }: { readonly published: Published }) {
  const t = useTranslations('fund');
  const ids = [
    ...new Set(published.days.flatMap(({ rates }) => rates.map((one) => one.project_id))),
  ].toSorted();
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? ids[0] ?? '1';
  return (
    <>
      <Section title={t('published')}>
        {ids.length > 1 && (
          <div className="p-4 pb-0">
            <Segmented
              label={t('tiers')}
              options={ids.map((id) => ({ value: id, label: romanOf(id) }))}
              value={shown}
              onChange={setChosen}
            />
          </div>
        )}
        <RatesChart published={published} projectId={shown} />
      </Section>
      <Section title={t('whatPays')}>
        <p className="px-4 pt-3 text-sm text-soft">{t(`source.${published.source}`)}</p>
        <StrategyFacts published={published} />
        <ListRow
          title={<span className="whitespace-normal">{t('seeTrades')}</span>}
          href={fundStrategyLink}
        />
      </Section>
    </>
  );
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI'];
const romanOf = (id: string): string => ROMAN[Number(id) - 1] ?? id;

export function FundScreen() {
  const t = useTranslations('fund');
  const published = usePublished();
  const signedIn = useSignedIn();
  return (
    <Screen onRefresh={() => published.refetch()}>
      <Section plain>
        <p className="text-sm text-soft">{t('what')}</p>
        <p role="note" className="mt-2 rounded-card bg-warning-wash px-3 py-2.5 text-sm text-warning">
          <strong className="block font-semibold">{t('estimated')}</strong>
          {t('risk')}
        </p>
      </Section>
      {signedIn && <Sums />}
      {/* Amounts that were paid come before estimates. */}
      <Loaded query={published} skeleton={<SkeletonRows count={5} />}>
        {(data) => <PublishedPart published={data} />}
      </Loaded>
      {signedIn ? <Tiers /> : <VisitorPart />}
    </Screen>
  );
}
