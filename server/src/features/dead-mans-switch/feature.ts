/** Cancels the resting orders of every product: by one call, or by a switch that fires unless its customer renews it. */
import { feature } from '../../platform/feature.ts';
import { deadMansSwitchHandlers } from './handlers.ts';
import { deadMansSwitchInvariants } from './invariants.ts';
import { switchTriggers } from './triggers.ts';

export const deadMansSwitchFeature = feature({
  name: 'dead-mans-switch',
  invariants: deadMansSwitchInvariants,
  triggers: (platform, { openOrders }) => [switchTriggers(platform, openOrders)],
  serve: (platform, { openOrders }) => ({ calls: deadMansSwitchHandlers(platform, openOrders) }),
});
