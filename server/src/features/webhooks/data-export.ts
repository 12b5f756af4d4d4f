/** Exports a customer's webhooks and their deliveries, without the secrets. */
import type { Pool } from '../../db/pool.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { LIMITS } from '../../limits.ts';
import { deliveriesOf, webhooksOf } from './store.ts';
import { deliveryView, webhookView } from './view.ts';

export function keptWebhooks({ pool }: { readonly pool: Pool }): readonly ExportSection[] {
  const limit = LIMITS.settings.exportRowsMax;
  return [
    { section: 'webhooks', rows: async (customer) => (await webhooksOf(pool, customer)).map(webhookView) },
    {
      section: 'webhook_deliveries',
      rows: async (book) => {
        const ids = (await webhooksOf(pool, book)).map(({ id }) => BigInt(id));
        const lists = await Promise.all(
          ids.map((id) => deliveriesOf(pool, { book, id, below: undefined, limit })),
        );
        return lists.flat().slice(0, limit).map(deliveryView);
      },
    },
  ];
}
