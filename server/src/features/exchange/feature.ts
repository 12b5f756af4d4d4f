/** Exchanging one coin for another at a firm quote. */
import { feature } from '../../platform/feature.ts';
import { exchangeHandlers } from './handlers.ts';
import { exchangeInvariants } from './invariants.ts';

export const exchangeFeature = feature({
  name: 'exchange',
  invariants: exchangeInvariants,
  serve: (platform) => ({ calls: exchangeHandlers(platform) }),
});
