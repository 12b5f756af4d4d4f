/**
 * Cancels the resting orders of every product, either by a call or by a dead man's switch, which fires unless the customer
 * renews it.
 */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import { cancelEverywhere, fireSwitchWith, setSwitch } from './commands.ts';
import { deadMansSwitchHandlers } from './handlers.ts';
import { deadMansSwitchInvariants } from './invariants.ts';
import { deadMansSwitches } from './tables.ts';
import { switchTriggers } from './triggers.ts';

export const deadMansSwitchFeature = feature({
  name: 'dead-mans-switch',
  invariants: deadMansSwitchInvariants,
  reexecution: ({ openOrders }) => ({
    commands: [cancelEverywhere(openOrders), setSwitch, fireSwitchWith(openOrders)],
    tables: [of(deadMansSwitches)],
  }),
  triggers: (platform, { openOrders }) => [switchTriggers(platform, openOrders)],
  serve: (platform, { openOrders }) => ({ calls: deadMansSwitchHandlers(platform, openOrders) }),
});
