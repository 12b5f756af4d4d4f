/** Limits that customers set themselves. */
import { feature } from '../../platform/feature.ts';
import { ownLimitsHandlers } from './handlers.ts';

export const ownLimitsFeature = feature({
  name: 'own-limits',
  serve: (platform) => ({ calls: ownLimitsHandlers(platform) }),
});
