/** Shows a customer what operators did to the account. */
import { feature } from '../../platform/feature.ts';
import { actsHandlers } from './handlers.ts';

export const actsFeature = feature({
  name: 'acts',
  serve: (platform) => ({ calls: actsHandlers(platform) }),
});
