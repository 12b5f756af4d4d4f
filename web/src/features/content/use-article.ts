/** One article in the language of the app. */
import { useCall } from '../../lib/queries.ts';

const STALE_MS = 5 * 60_000;

export function useArticle(id: string) {
  return useCall('POST news/detail', { id }, { ofCustomer: false, inLanguage: true, staleMs: STALE_MS });
}
export type Article = NonNullable<ReturnType<typeof useArticle>['data']>;
