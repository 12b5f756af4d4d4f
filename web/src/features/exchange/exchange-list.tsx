/** The list of exchanges. A tap shows the details. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { usePages } from '../../lib/use-pages.ts';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useCurrencyChoice } from '../../live/filters/use-choices.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { Legs, RateFacts } from './leg-facts.tsx';

type Exchange = CallOutput<'GET wallet/myFlashAgainstList'>['items'][number];

function Detail({ one }: { readonly one: Exchange }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  return (
    <>
      <dl>
        <FactRow name={t('gave')} strong>
          {format.quantity(one.from_amount)} {one.from}
        </FactRow>
        <FactRow name={t('got')} strong>
          {format.quantity(one.to_amount)} {one.to}
        </FactRow>
        <RateFacts of={one} />
        <FactRow name={t('time')}>{format.dateTime(one.time)}</FactRow>
        <FactRow name={t('number')}>{one.id}</FactRow>
      </dl>
      <Legs legs={one.legs} />
    </>
  );
}

function ExchangeRow({ one, onOpen }: { readonly one: Exchange; readonly onOpen: () => void }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  return (
    <ListRow
      start={<CoinMark of={one.to} size={32} />}
      title={t('pair', { from: one.from, to: one.to })}
      subtitle={format.moment(one.time)}
      wrap
      end={`+${format.held(one.to_amount, one.to)} ${one.to}`}
      endSubtitle={`−${format.held(one.from_amount, one.from)} ${one.from}`}
      onPress={onOpen}
    />
  );
}

export function ExchangeList({ onNew }: { readonly onNew: () => void }) {
  const t = useTranslations('exchange');
  const [filter, setFilter] = useState<ListFilter<{ currency: string }>>({});
  const pages = usePages('GET wallet/myFlashAgainstList', { filter: requestOf(filter) });
  const currency = useCurrencyChoice();
  const nothing = useNothing(
    {
      icon: ArrowRightLeft,
      title: t('none'),
      text: t('noneText'),
      step: { label: t('tab.new'), onPress: onNew },
    },
    filter,
    setFilter,
  );
  const { item: shown, show, sheet } = useOpened(pages.items);
  return (
    <>
      <ListFilters<{ currency: string }> choices={{ currency }} filter={filter} onChange={setFilter} />
      <ItemList {...pages} nothing={nothing}>
        {(one) => <ExchangeRow key={one.id} one={one} onOpen={() => show(one)} />}
      </ItemList>
      {shown !== undefined && (
        <Sheet {...sheet} title={t('pair', { from: shown.from, to: shown.to })}>
          <Detail one={shown} />
        </Sheet>
      )}
    </>
  );
}
