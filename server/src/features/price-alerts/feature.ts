/** Price alerts set by customers. */
import { feature } from '../../platform/feature.ts';
import { priceAlertsHandlers } from './handlers.ts';
import { priceAlertTriggers } from './triggers.ts';

export const priceAlertsFeature = feature({
  name: 'price-alerts',
  reexecution: () => ({ effectsAlone: ['price_alert.set', 'price_alert.delete', 'price_alert.fire'] }),
  triggers: (platform) => [priceAlertTriggers(platform)],
  serve: (platform) => ({
    calls: priceAlertsHandlers({ ...platform, isOffered: (symbol) => platform.instruments.has(symbol) }),
  }),
});
