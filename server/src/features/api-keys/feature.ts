/** API keys for customers' programs, each within a mandate. */
import type { Platform } from '../../platform/platform.ts';
import { feature } from '../../platform/feature.ts';
import { keptApiKeys } from './data-export.ts';
import { apiKeysHandlers } from './handlers.ts';
import type { CustomerOrders } from './handlers.ts';

/** @param ordersOf Places and amends a customer's orders; supplied by another feature. */
export const apiKeysFeature = (ordersOf: (platform: Platform) => CustomerOrders) =>
  feature({
    name: 'api-keys',
    exportSections: keptApiKeys,
    reexecution: () => ({
      effectsAlone: ['api_key.create', 'api_key.revoke', 'api_key.ask', 'api_key.answer'],
    }),
    serve: (platform) => ({
      calls: apiKeysHandlers({
        ...platform,
        orders: ordersOf(platform),
        isOffered: (symbol) => platform.instruments.get(symbol)?.spot === true,
      }),
    }),
  });
