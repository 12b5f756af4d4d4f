/** Recurring purchases of a coin: the plans and their purchases. The only action that operators can take is to pause a plan. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import * as commands from './commands.ts';
import { recurringConsoleHandlers } from './console-handlers.ts';
import { keptRecurring } from './data-export.ts';
import type { BuyAtMarket } from './due.ts';
import { recurringHandlers } from './handlers.ts';
import { recurringInvariants } from './invariants.ts';
import { recurringPlans, recurringPurchases } from './tables.ts';
import { recurringStartOver, recurringTriggers } from './triggers.ts';

/** Places a market order; supplied by another feature. */
export const recurringFeature = (buy: BuyAtMarket) =>
  feature({
    name: 'recurring',
    invariants: recurringInvariants,
    startOver: [recurringStartOver],
    exportSections: keptRecurring,
    reexecution: () => {
      const { fireWith, settleWith, ...others } = commands;
      return {
        commands: [...Object.values(others), fireWith(buy), settleWith(buy)],
        tables: [of(recurringPlans), of(recurringPurchases)],
      };
    },
    triggers: (platform) => recurringTriggers(platform, buy),
    serve: (platform) => ({
      calls: recurringHandlers(platform),
      consoleCalls: recurringConsoleHandlers(platform),
    }),
  });
