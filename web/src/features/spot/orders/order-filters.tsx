/** The filters of past orders: market, kind of order, and period. */
import { orderKinds } from '@candor/protocol/spot/kinds.ts';
import { useTranslations } from 'use-intl';
import { ListFilters } from '../../../live/filters/list-filters.tsx';
import { useMarketChoice } from '../../../live/filters/use-choices.tsx';
import type { OrderChoices, OrderFilter } from './use-order-pages.ts';

export type OrderFiltersProps = {
  readonly filter: OrderFilter;
  readonly onChange: (filter: OrderFilter) => void;
};

export function OrderFilters({ filter, onChange }: OrderFiltersProps) {
  const t = useTranslations('filters');
  const spot = useTranslations('spot');
  const orders = useTranslations('orders');
  const symbol = useMarketChoice((row) => row.spot);
  const nameOf = (of: (typeof orderKinds)[number]): string => {
    if (of === 'convert') return orders('convert');
    return of === 'market' || of === 'limit' ? spot(of) : spot(`kindName.${of}`);
  };
  const kind = {
    title: t('kind'),
    none: t('allKinds'),
    options: orderKinds.map((value) => ({ value, label: nameOf(value) })),
  };
  return <ListFilters<OrderChoices> choices={{ symbol, kind }} filter={filter} onChange={onChange} />;
}
