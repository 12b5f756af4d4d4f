/** The strategy's record: every published day, and every trade with both of its legs. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { usePages } from '../../lib/use-pages.ts';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useMarketChoice } from '../../live/filters/use-choices.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { StrategyFacts } from './strategy-facts.tsx';
import { usePublished } from './use-fund.ts';
import type { Published } from './use-fund.ts';

type Trade = CallOutput<'GET transparency/strategy'>['items'][number];

/** The number of days shown; the record itself is longer. */
const DAYS = 14;

function DayRow({ day, currency }: { readonly day: Published['days'][number]; readonly currency: string }) {
  const t = useTranslations('fund');
  const { date } = useFormat();
  return (
    <ListRow
      wrap
      title={date(Date.parse(`${day.day}T12:00:00Z`) / 1000)}
      subtitle={
        <>
          <span className="block">
            {t('setAside')} <AmountText value={day.reserved} unit={currency} />
          </span>
          {!day.covered && <Badge tone="warning">{t('notCovered')}</Badge>}
        </>
      }
      end={<AmountText value={day.result} unit={currency} signed />}
      endSubtitle={t('result')}
    />
  );
}

function Days({ published }: { readonly published: Published }) {
  const t = useTranslations('fund');
  if (published.days.length === 0) return <p className="px-4 py-3 text-sm text-quiet">{t('noRates')}</p>;
  return published.days
    .slice(0, DAYS)
    .map((day) => <DayRow key={day.day} day={day} currency={published.currency} />);
}

function Leg({ trade, side }: { readonly trade: Trade; readonly side: 'buy' | 'sell' }) {
  const t = useTranslations('fund');
  const { quantity } = useFormat();
  const { venue, price, fee } = trade[side];
  return (
    <span className="block">
      {t(`leg.${side}`, { venue, price: quantity(price), fee: quantity(fee, 4) })}
    </span>
  );
}

function TradeRow({ trade }: { readonly trade: Trade }) {
  const { moment, quantity } = useFormat();
  const base = trade.symbol.split('/')[0] ?? '';
  return (
    <ListRow
      wrap
      title={`${quantity(trade.quantity)} ${base}`}
      subtitle={
        <>
          <Leg trade={trade} side="buy" />
          <Leg trade={trade} side="sell" />
          <span className="block">{moment(trade.time)}</span>
        </>
      }
      end={<AmountText value={trade.result} unit="USDT" signed />}
    />
  );
}

export function StrategyScreen() {
  const t = useTranslations('fund');
  const published = usePublished();
  const [filter, setFilter] = useState<ListFilter<{ symbol: string }>>({});
  const trades = usePages('GET transparency/strategy', {
    ...{ everyMs: 60_000, ofCustomer: false },
    filter: requestOf(filter),
  });
  const symbol = useMarketChoice(({ kind }) => kind === 'crypto');
  const nothing = useNothing(
    { icon: ArrowLeftRight, title: t('noTrades'), text: t('noTradesText') },
    filter,
    setFilter,
  );
  return (
    <Screen onRefresh={() => Promise.all([published.refetch(), trades.query.refetch()])}>
      <Loaded query={published} skeleton={<SkeletonRows count={6} />}>
        {(data) => (
          <>
            <Section title={t('whatPays')}>
              <p className="px-4 pt-3 text-sm text-soft">{t('how')}</p>
              <StrategyFacts published={data} />
            </Section>
            <Section title={t('publishedDays')}>
              <Days published={data} />
            </Section>
          </>
        )}
      </Loaded>
      <Section title={t('trades')}>
        <ListFilters<{ symbol: string }> choices={{ symbol }} filter={filter} onChange={setFilter} />
        <ItemList {...trades} nothing={nothing}>
          {(trade) => <TradeRow key={trade.id} trade={trade} />}
        </ItemList>
      </Section>
    </Screen>
  );
}
