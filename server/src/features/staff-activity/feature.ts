/** Shows customers what operators did to their accounts. */
import { feature } from '../../platform/feature.ts';
import { actsHandlers } from './handlers.ts';

export const actsFeature = feature({
  name: 'acts',
  serve: (platform) => ({ calls: actsHandlers(platform) }),
});
