/** Deposits: customers' requests and operators' decisions. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import type { Verified } from '../../platform/verified.ts';
import { cancelDeposit, requestDeposit, reviewDeposit } from './commands.ts';
import { depositsConsoleHandlers } from './console-handlers.ts';
import { keptDeposits } from './data-export.ts';
import { depositsHandlers } from './handlers.ts';
import { depositInvariants } from './invariants.ts';
import { depositView } from './rules.ts';
import { deposits, lately } from './tables.ts';
import { depositEvents, depositsTimeline } from './timeline.ts';
import { depositCases } from './work-queue.ts';

/** `verified` reads the name on the customer's verified document; another feature supplies it. */
export const depositsFeature = (verified: Verified) =>
  feature({
    name: 'deposits',
    invariants: depositInvariants,
    // A pending deposit needs a decision before the account can close.
    keepsOpen: [of(deposits)],
    workQueue: [depositCases],
    timelineItems: [depositsTimeline],
    timelineEvents: depositEvents,
    exportSections: keptDeposits,
    rowViews: ({ now }) => [{ table: 'deposit', show: (raw) => depositView(deposits.read(raw), now()) }],
    reexecution: () => ({
      commands: [cancelDeposit, reviewDeposit],
      underTerms: { 'deposits.request': requestDeposit },
      tables: [of(deposits), of(lately)],
    }),
    serve: (platform) => ({
      calls: depositsHandlers({ ...platform, latest: platform.market.latest }),
      consoleCalls: depositsConsoleHandlers({
        ...platform,
        verifiedNameOf: (customer) => verified.nameOf(platform, customer),
        isVerified: (customer) => verified.isVerified(platform.pool, customer),
        published: (symbol) => platform.market.latest.get(symbol)?.entry.last,
      }),
    }),
  });
