/** The protocol definitions for experience credit, exported under the names that `features.ts` expects. */
export { experienceCalls as calls } from './calls.ts';
export { experienceRefusals as refusals } from './refusals.ts';
export { experienceSuccesses as successes } from './successes.ts';

export const topics = ['experience'] as const;
