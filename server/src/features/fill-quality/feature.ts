/** The public list of fills, and how each fill compares with the quote at the acceptance of its order. */
import { feature } from '../../platform/feature.ts';
import { fillQualityHandlers } from './handlers.ts';
import { fillQualityInvariants } from './invariants.ts';

export const fillQualityFeature = feature({
  name: 'fill-quality',
  invariants: fillQualityInvariants,
  serve: (platform) => ({ calls: fillQualityHandlers(platform) }),
});
