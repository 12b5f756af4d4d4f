/** Loans, from application to the last payment. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import type { Verified } from '../../platform/verified.ts';
import { applyForLoan, cancelLoan, fireLoan, repayLoan, reviewLoan } from './commands.ts';
import { loansConsoleHandlers } from './console-handlers.ts';
import { keptLoans } from './data-export.ts';
import { loansHandlers } from './handlers.ts';
import { loanInvariants } from './invariants.ts';
import { scoreNeed } from './score.ts';
import { loans } from './tables.ts';
import { loanEvents, loansTimeline } from './timeline.ts';
import { loanTriggers, loansStartOver } from './triggers.ts';
import { loanCases } from './work-queue.ts';

/** `verified` reads the name on the customer's verified document; another feature supplies it. */
export const loansFeature = (verified: Verified) =>
  feature({
    name: 'loans',
    invariants: loanInvariants,
    startOver: [loansStartOver],
    workQueue: [loanCases],
    timelineItems: [loansTimeline],
    timelineEvents: loanEvents,
    exportSections: keptLoans,
    reexecution: () => ({
      commands: [cancelLoan, repayLoan, fireLoan],
      underTerms: { 'loans.apply': applyForLoan, 'loans.review': reviewLoan },
      tables: [of(loans), scoreNeed.table],
      // Operators set a credit score in a separate transaction.
      changedElsewhere: [scoreNeed.table],
    }),
    triggers: (platform) => [loanTriggers(platform)],
    serve: (platform) => ({
      calls: loansHandlers(platform),
      consoleCalls: loansConsoleHandlers({
        ...platform,
        verifiedNameOf: (customer) => verified.nameOf(platform, customer),
      }),
    }),
  });
