/** What one operator proposes and another decides. */
import { feature } from '../../platform/feature.ts';
import { proposalsConsoleHandlers } from './console-handlers.ts';
import type { Reporting } from './console-handlers.ts';
import { proposalInvariants } from './invariants.ts';
import { proposalCases } from './work-queue.ts';

/** Another feature supplies how a strategy's result is booked. */
export const proposalsFeature = (results: Reporting) =>
  feature({
    name: 'proposals',
    invariants: proposalInvariants,
    workQueue: [proposalCases],
    serve: (platform) => ({ consoleCalls: proposalsConsoleHandlers({ ...platform, results }) }),
  });
