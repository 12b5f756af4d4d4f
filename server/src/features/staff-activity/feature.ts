/** Operators' actions on a customer's account, as shown to the customer. */
import { feature } from '../../platform/feature.ts';
import { actsHandlers } from './handlers.ts';

export const actsFeature = feature({
  name: 'acts',
  serve: (platform) => ({ calls: actsHandlers(platform) }),
});
