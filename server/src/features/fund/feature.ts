/** The fund: investing, income, and the end of an order. */
import { of } from '../../commands/command.ts';
import { limits } from './limits.ts';
import { feature } from '../../platform/feature.ts';
import { cancelOrder, joinFund, reviewOrder, startOrder } from './commands.ts';
import { fundConsoleHandlers } from './console-handlers.ts';
import { fundHandlers } from './handlers.ts';
import { fundIncome } from './income.ts';
import { fundOrderInvariants } from './invariants.ts';
import { demandAgreedTerms, openFundCounters } from './store.ts';
import { fundOrders, fundUses } from './tables.ts';
import { fundTimeline } from './timeline.ts';
import { fundStartOver, fundTriggers } from './triggers.ts';
import type { SharesOf } from './triggers.ts';
import { fundCases } from './work-queue.ts';

/** `sharesOf`, from another feature, determines which customers share in each income. */
export const fundFeature = <Chain>(sharesOf: SharesOf<Chain>) =>
  feature({
    name: 'fund',
    invariants: fundOrderInvariants,
    income: [fundIncome],
    startOver: [fundStartOver],
    workQueue: [fundCases],
    timelineItems: [fundTimeline],
    prepare: async ({ doorPool, pool, terms }) => {
      await demandAgreedTerms(doorPool, terms);
      await openFundCounters(pool, terms);
    },
    reexecution: () => ({
      commands: [joinFund, startOrder, cancelOrder, reviewOrder],
      tables: [of(fundOrders), of(fundUses)],
      effectsAlone: ['fund.income'],
    }),
    triggers: (platform) => fundTriggers({ ...platform, shares: sharesOf(platform) }),
    serve: (platform) => ({
      calls: fundHandlers({
        ...platform,
        startsAfterMs: platform.mode === 'demo' ? limits.startsAfterMs : null,
      }),
      consoleCalls: fundConsoleHandlers(platform),
    }),
  });
