/** Recurring purchases of a coin: plans and their purchases. Operators can only pause a plan. */
import { feature } from '../../platform/feature.ts';
import { recurringConsoleHandlers } from './console-handlers.ts';
import type { BuyAtMarket } from './due.ts';
import { recurringHandlers } from './handlers.ts';
import { recurringInvariants } from './invariants.ts';
import { keptRecurring } from './data-export.ts';
import { recurringStartOver, recurringTriggers } from './triggers.ts';

/** Places a market order; supplied by another feature. */
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
