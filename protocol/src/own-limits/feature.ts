/** What own limits adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { ownLimitsCalls as calls } from './calls.ts';
export { ownLimitsNotices as notices } from './notices.ts';
export { ownLimitsRefusals as refusals } from './refusals.ts';
export { ownLimitsSuccesses as successes } from './successes.ts';

export const topics = ['limits'] as const;
