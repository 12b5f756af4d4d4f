/** Exports a customer's recurring purchases. */
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { plansOf, purchasesOf } from './store.ts';
import { planView, purchaseView } from './view.ts';

export function keptRecurring({ pool }: { readonly pool: Pool }): readonly ExportSection[] {
  const limit = LIMITS.settings.exportRowsMax;
  return [
    {
      section: 'recurring_plans',
      rows: async (book) => (await plansOf(pool, { book })).map(planView),
    },
    {
      section: 'recurring_purchases',
      rows: async (book) => {
        const found = await purchasesOf(pool, { book, limit });
        return found.slice(0, limit).map(purchaseView);
      },
    },
  ];
}
