/** Exports a customer's consents to the agreements. */
import type { Pool } from '../../db/pool.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { listConsents } from './store.ts';

export function keptConsents({ pool }: { readonly pool: Pool }): ExportSection[] {
  return [
    {
      section: 'consents',
      rows: async (customer: bigint) => {
        const rows = await listConsents(pool, customer);
        return rows.map(({ agreement, version, givenMs }) => ({ agreement, version, given_ms: givenMs }));
      },
    },
  ];
}
