/** The conversion rates from quote currencies to USDT: their purpose, publication times, and entries on the tape. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { PublishedRate, Rates } from './published-rates.ts';
import { ratesOf } from './published-rates.ts';
import { RateEntrySheet } from './rate-entry.tsx';

const refreshMs = 60_000;

function Published({ rates }: { readonly rates: Rates }) {
  const t = useTranslations('forex');
  const format = useFormat();
  const [chosen, setChosen] = useState<PublishedRate>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Section title={t('ratesPublished')}>
        {rates.published.length === 0 && <EmptyState title={t('ratesNone')} />}
        {rates.published.map((rate) => (
          <ListRow
            key={rate.currency}
            start={<CoinMark of={rate.currency} size={32} />}
            title={`1 ${rate.currency}`}
            subtitle={`${t('entryOf', { seq: `${rate.seq}` })} · ${format.moment(rate.timeSeconds)}`}
            wrap
            end={`${format.quantity(rate.rate)} USDT`}
            chevron
            onPress={() => {
              setChosen(rate);
              setOpen(true);
            }}
          />
        ))}
      </Section>
      {rates.atPar.length > 0 && (
        <Section title={t('ratesAtPar')}>
          {rates.atPar.map((currency) => (
            <ListRow
              key={currency}
              start={<CoinMark of={currency} size={32} />}
              title={`1 ${currency}`}
              subtitle={t('ratesAtParMeans')}
              wrap
              end="1 USDT"
            />
          ))}
        </Section>
      )}
      <RateEntrySheet rate={chosen} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export function ConversionRatesScreen() {
  const t = useTranslations('forex');
  const query = useCall('GET lh/wh_bzhl_list', {}, { everyMs: refreshMs, ofCustomer: false });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Section>
        <div className="space-y-2 p-4 text-sm text-soft">
          <p>{t('ratesWhat')}</p>
          <p>{t('ratesWhen')}</p>
        </div>
      </Section>
      <Loaded query={query} skeleton={<SkeletonRows count={5} />}>
        {(data) => <Published rates={ratesOf(data)} />}
      </Loaded>
    </Screen>
  );
}
