/** Money that comes in: requests of customers, and what operators say about them. */
import { of } from '../../commands/command.ts';
import type { Verified } from '../../platform/verified.ts';
import { feature } from '../../platform/feature.ts';
import { depositsConsoleHandlers } from './console-handlers.ts';
import { depositsHandlers } from './handlers.ts';
import { depositInvariants } from './invariants.ts';
import { keptDeposits } from './data-export.ts';
import { deposits } from './tables.ts';
import { depositCases } from './work-queue.ts';

/** The name of a customer's document is another feature's to open. */
export const depositsFeature = (verified: Verified) =>
  feature({
    name: 'deposits',
    invariants: depositInvariants,
    // Of money on its way somebody still has to say what became of it.
    keepsOpen: [of(deposits)],
    workQueue: [depositCases],
    exportSections: keptDeposits,
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
