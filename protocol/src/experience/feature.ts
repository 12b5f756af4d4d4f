/** What experience adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { experienceCalls as calls } from './calls.ts';
export { experienceRefusals as refusals } from './refusals.ts';
export { experienceSuccesses as successes } from './successes.ts';

export const topics = ['experience'] as const;
