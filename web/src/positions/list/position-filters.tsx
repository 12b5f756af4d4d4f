/** The filters of past positions and orders: market, direction, and period. */
import { useTranslations } from 'use-intl';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useMarketChoice } from '../../live/filters/use-choices.tsx';
import type { Product } from '../../live/position-list.ts';
import type { PositionChoices, PositionFilter } from '../use-positions.ts';

export type PositionFiltersProps = {
  readonly product: Product;
  readonly filter: PositionFilter;
  readonly onChange: (filter: PositionFilter) => void;
};

const sides = ['long', 'short'] as const;

export function PositionFilters({ product, filter, onChange }: PositionFiltersProps) {
  const t = useTranslations('filters');
  const positions = useTranslations('positions');
  const symbol = useMarketChoice(({ kind }) => (kind === 'crypto') === (product === 'contract'));
  const kind = {
    title: t('kind'),
    none: t('allKinds'),
    options: sides.map((value) => ({ value, label: positions(`side.${value}`) })),
  };
  return <ListFilters<PositionChoices> choices={{ symbol, kind }} filter={filter} onChange={onChange} />;
}
