/** Exports a customer's watchlists. */
import type { Pool } from '../../db/pool.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { watchlistsOf } from './store.ts';

export function keptWatchlists({ pool }: { readonly pool: Pool }): readonly ExportSection[] {
  return [{ section: 'watchlists', rows: async (customer) => (await watchlistsOf(pool, customer)).items }];
}
