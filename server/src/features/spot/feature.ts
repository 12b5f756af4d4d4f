/** Trading of coins with market and limit orders. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import * as commands from './commands.ts';
import { orderView } from './effects.ts';
import { spotEvidence } from './evidence.ts';
import { spotHandlers } from './handlers.ts';
import { spotInvariants } from './invariants.ts';
import { spotOpenOrders } from './open-orders.ts';
import { orderWithFills } from './store.ts';
import { spotOrders } from './tables.ts';
import { refusedOrders, spotTimeline } from './timeline.ts';
import { spotStartOver, spotTriggers } from './triggers.ts';

export const spotFeature = feature({
  name: 'spot',
  invariants: spotInvariants,
  startOver: [spotStartOver],
  openOrders: [spotOpenOrders],
  timelineItems: [spotTimeline],
  timelineEvents: [refusedOrders],
  evidence: ({ pool, market }) => spotEvidence({ pool, publicKey: market.publicKey }),
  rowViews: ({ pool }) => [
    {
      table: 'spot_order',
      show: async (raw) => {
        const order = spotOrders.read(raw);
        return orderView(order, (await orderWithFills(pool, order))?.fills ?? []);
      },
    },
  ],
  reexecution: () => ({ commands: Object.values(commands), tables: [of(spotOrders)] }),
  triggers: spotTriggers,
  serve: (platform) => ({ calls: spotHandlers(platform) }),
});

/** Places and amends orders in the same way as the calls do, for features that execute orders confirmed by a customer. */
export const ordersOf = (platform: Platform) => {
  const { 'POST coin/trade': place, 'POST order/amend': amend } = spotHandlers(platform);
  return { place, amend };
};
