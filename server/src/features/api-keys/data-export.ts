/** Exports a customer's API keys with their mandates but without secrets, and the orders that the keys requested and placed. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { keyView } from './reading.ts';
import { amendmentsByKeys, everWaiting, keysOf, ordersByKeys } from './store.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function keptApiKeys({ pool }: { readonly pool: Pool }): readonly ExportSection[] {
  // One more than the maximum, so that the export can state that it was truncated.
  const limit = LIMITS.settings.exportRowsMax + 1;
  return [
    {
      section: 'api_keys',
      rows: async (customer) => (await keysOf(pool, customer, limit)).map(keyView),
    },
    {
      section: 'api_orders',
      rows: (customer) => ordersByKeys(pool, customer, limit),
    },
    {
      section: 'api_amendments',
      rows: (customer) => amendmentsByKeys(pool, customer, limit),
    },
    {
      section: 'api_orders_asked',
      rows: async (customer) =>
        (await everWaiting(pool, customer, limit)).map((row) => ({
          ...{ id: String(row.id), key_id: String(row.keyId), symbol: row.symbol, request: row.request },
          ...{ size: formatAmount(row.size), status: row.status },
          created_at: seconds(row.createdMs),
          expires_at: seconds(row.expiresMs),
          decided_at: row.decidedMs === null ? null : seconds(row.decidedMs),
        })),
    },
  ];
}
