/**
 * The text of an empty list: if filters are set, that they exclude everything, with a button that clears them; otherwise
 * the list's own text.
 */
import { useTranslations } from 'use-intl';
import type { Nothing } from '../../parts/item-list.tsx';
import type { ListFilter } from './list-filter.ts';
import { isFiltered, isOnlyPeriod } from './list-filter.ts';

export function useNothing<Own extends object>(
  nothing: Nothing,
  filter: ListFilter<Own>,
  onChange: (filter: ListFilter<Own>) => void,
): Nothing {
  const t = useTranslations('filters');
  if (!isFiltered(filter)) return nothing;
  return {
    icon: nothing.icon,
    title: isOnlyPeriod(filter) ? t('nothingInPeriod') : t('nothing'),
    text: t('nothingText'),
    step: { label: t('clear'), onPress: () => onChange({} as ListFilter<Own>) },
  };
}
