/**
 * Recurring purchases of a coin: plans, the purchases they make, and the only control operators have, which is to pause a plan.
 */
import { feature } from '../../platform/feature.ts';
import { recurringConsoleHandlers } from './console-handlers.ts';
import type { BuyAtMarket } from './due.ts';
import { recurringHandlers } from './handlers.ts';
import { recurringInvariants } from './invariants.ts';
import { keptRecurring } from './data-export.ts';
import { recurringStartOver, recurringTriggers } from './triggers.ts';

/** Another feature supplies how a market order is placed. */
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
