/** The filters of past tickets: market, result, direction, and period. */
import { useTranslations } from 'use-intl';
import { ListFilters } from '../../../live/filters/list-filters.tsx';
import { useMarketChoice } from '../../../live/filters/use-choices.tsx';
import type { OptionProduct } from '../../../live/ticket-list.ts';
import type { TicketChoices, TicketFilter } from './use-ticket-pages.ts';

const states = ['won', 'lost', 'tied', 'void'] as const;
const sides = ['up', 'down'] as const;
/** The only coins with options. */
const coins: ReadonlySet<string> = new Set(['BTC/USDT', 'ETH/USDT']);

export type TicketFiltersProps = {
  readonly product: OptionProduct;
  readonly filter: TicketFilter;
  readonly onChange: (filter: TicketFilter) => void;
};

export function TicketFilters({ product, filter, onChange }: TicketFiltersProps) {
  const t = useTranslations('filters');
  const tickets = useTranslations('tickets');
  const option = useTranslations('option');
  const symbol = useMarketChoice(({ kind, symbol: of }) =>
    product === 'crypto' ? coins.has(of) : kind !== 'crypto',
  );
  const status = {
    title: t('status'),
    none: t('allStatuses'),
    options: states.map((value) => ({ value, label: tickets(`status.${value}`) })),
  };
  const kind = {
    title: t('kind'),
    none: t('allKinds'),
    options: sides.map((value) => ({ value, label: option(`side.${value}`) })),
  };
  return (
    <ListFilters<TicketChoices> choices={{ symbol, status, kind }} filter={filter} onChange={onChange} />
  );
}
