/** One article in the app's language; for an agreement, optionally a given version. */
import { useCall } from '../../lib/queries.ts';

const STALE_MS = 5 * 60_000;

export function useArticle(id: string, version?: string) {
  const asked = version === undefined ? { id } : { id, version };
  return useCall('POST news/detail', asked, { ofCustomer: false, inLanguage: true, staleMs: STALE_MS });
}
export type Article = NonNullable<ReturnType<typeof useArticle>['data']>;
