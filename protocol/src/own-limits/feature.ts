/** The protocol definitions for self-imposed limits, exported under the names that `features.ts` expects. */
export { ownLimitsCalls as calls } from './calls.ts';
export { ownLimitsNotices as notices } from './notices.ts';
export { ownLimitsRefusals as refusals } from './refusals.ts';
export { ownLimitsSuccesses as successes } from './successes.ts';

export const topics = ['limits'] as const;
