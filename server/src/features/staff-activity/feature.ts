/** What operators did about a customer, as the customer may see it. */
import { feature } from '../../platform/feature.ts';
import { actsHandlers } from './handlers.ts';

export const actsFeature = feature({
  name: 'acts',
  serve: (platform) => ({ calls: actsHandlers(platform) }),
});
