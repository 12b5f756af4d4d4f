/** The name of a watchlist on a screen. */
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Watchlist } from './list-changes.ts';

/** The list without a name is named in the app's language. */
export function useListName(): (list: Pick<Watchlist, 'name'>) => string {
  const t = useTranslations('watchlists');
  return useCallback(({ name }) => (name === '' ? t('favourites') : name), [t]);
}
