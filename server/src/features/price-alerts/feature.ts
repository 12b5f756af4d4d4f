/** Price alerts set by customers. */
import { feature } from '../../platform/feature.ts';
import { priceAlertsHandlers } from './handlers.ts';
import { priceAlertTriggers } from './triggers.ts';

export const priceAlertsFeature = feature({
  name: 'price-alerts',
  triggers: (platform) => [priceAlertTriggers(platform)],
  serve: (platform) => ({
    calls: priceAlertsHandlers({ ...platform, isOffered: (symbol) => platform.instruments.has(symbol) }),
  }),
});
