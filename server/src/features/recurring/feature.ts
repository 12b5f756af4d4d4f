/** Recurring purchases of a coin: plans, what is bought by them, and the one lever of the house, a pause. */
import { feature } from '../../platform/feature.ts';
import { recurringConsoleHandlers } from './console-handlers.ts';
import type { BuyAtMarket } from './due.ts';
import { recurringHandlers } from './handlers.ts';
import { recurringInvariants } from './invariants.ts';
import { keptRecurring } from './data-export.ts';
import { recurringStartOver, recurringTriggers } from './triggers.ts';

/** How an order at market is placed is another feature's to say. */
export const recurringFeature = (buy: BuyAtMarket) =>
  feature({
    name: 'recurring',
    invariants: recurringInvariants,
    startOver: [recurringStartOver],
    exportSections: keptRecurring,
    triggers: (platform) => recurringTriggers(platform, buy),
    serve: (platform) => ({
      calls: recurringHandlers(platform),
      consoleCalls: recurringConsoleHandlers(platform),
    }),
  });
