/** Proposals by one operator that another operator decides. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import { decideProposal, makeProposal } from './commands.ts';
import { proposalsConsoleHandlers } from './console-handlers.ts';
import type { Reporting } from './console-handlers.ts';
import { proposalInvariants } from './invariants.ts';
import { proposals } from './tables.ts';
import { proposalsTimeline } from './timeline.ts';
import { proposalCases } from './work-queue.ts';

/** Books a strategy's result; supplied by another feature. */
export const proposalsFeature = (results: Reporting) =>
  feature({
    name: 'proposals',
    invariants: proposalInvariants,
    workQueue: [proposalCases],
    timelineItems: [proposalsTimeline],
    reexecution: () => ({
      commands: [makeProposal, decideProposal],
      tables: [of(proposals)],
      supplied: (terms) => ({ terms: { manual: terms.manual.bind(terms) }, reporting: results }),
    }),
    serve: (platform) => ({ consoleCalls: proposalsConsoleHandlers({ ...platform, results }) }),
  });
