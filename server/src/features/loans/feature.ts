/** Loans, from application to the last payment. */
import type { Verified } from '../../platform/verified.ts';
import { feature } from '../../platform/feature.ts';
import { loansConsoleHandlers } from './console-handlers.ts';
import { loansHandlers } from './handlers.ts';
import { loanInvariants } from './invariants.ts';
import { keptLoans } from './data-export.ts';
import { loanTriggers, loansStartOver } from './triggers.ts';
import { loanCases } from './work-queue.ts';

/** `verified` reads the name on the customer's verified document; another feature supplies it. */
export const loansFeature = (verified: Verified) =>
  feature({
    name: 'loans',
    invariants: loanInvariants,
    startOver: [loansStartOver],
    workQueue: [loanCases],
    exportSections: keptLoans,
    triggers: (platform) => [loanTriggers(platform)],
    serve: (platform) => ({
      calls: loansHandlers(platform),
      consoleCalls: loansConsoleHandlers({
        ...platform,
        verifiedNameOf: (customer) => verified.nameOf(platform, customer),
      }),
    }),
  });
