/** API keys for customers' programs, each within a mandate. */
import type { Platform } from '../../platform/platform.ts';
import { feature } from '../../platform/feature.ts';
import { keptApiKeys } from './data-export.ts';
import { apiKeysHandlers } from './handlers.ts';
import type { PlaceOrder } from './handlers.ts';

/** @param placeOf Places a customer's order; supplied by another feature. */
export const apiKeysFeature = (placeOf: (platform: Platform) => PlaceOrder) =>
  feature({
    name: 'api-keys',
    exportSections: keptApiKeys,
    serve: (platform) => ({
      calls: apiKeysHandlers({
        ...platform,
        place: placeOf(platform),
        isOffered: (symbol) => platform.instruments.get(symbol)?.spot === true,
      }),
    }),
  });
