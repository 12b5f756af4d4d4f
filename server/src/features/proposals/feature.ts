/** Proposals by one operator that another operator decides. */
import { feature } from '../../platform/feature.ts';
import { proposalsConsoleHandlers } from './console-handlers.ts';
import type { Reporting } from './console-handlers.ts';
import { proposalInvariants } from './invariants.ts';
import { proposalCases } from './work-queue.ts';

/** Books a strategy's result; supplied by another feature. */
export const proposalsFeature = (results: Reporting) =>
  feature({
    name: 'proposals',
    invariants: proposalInvariants,
    workQueue: [proposalCases],
    serve: (platform) => ({ consoleCalls: proposalsConsoleHandlers({ ...platform, results }) }),
  });
