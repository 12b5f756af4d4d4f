/** The public list of fills, and how they compare with the quotes at the acceptance of their orders. */
import { feature } from '../../platform/feature.ts';
import { fillQualityHandlers } from './handlers.ts';
import { fillQualityInvariants } from './invariants.ts';

export const fillQualityFeature = feature({
  name: 'fill-quality',
  invariants: fillQualityInvariants,
  serve: (platform) => ({ calls: fillQualityHandlers(platform) }),
});
