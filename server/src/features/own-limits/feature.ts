/** Limits that customers impose on themselves. */
import { feature } from '../../platform/feature.ts';
import { ownLimitsHandlers } from './handlers.ts';
import { ownLimitInvariants } from './invariants.ts';

export const ownLimitsFeature = feature({
  name: 'own-limits',
  invariants: ownLimitInvariants,
  reexecution: () => ({ effectsAlone: ['own_limits.set', 'own_limits.pause'] }),
  serve: (platform) => ({ calls: ownLimitsHandlers(platform) }),
});
