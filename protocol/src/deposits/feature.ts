/** What deposits adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { depositsCalls as calls } from './calls.ts';
export { depositsConsoleCalls as consoleCalls } from './console.ts';
export { depositsNotices as notices } from './notices.ts';
export { depositsRefusals as refusals } from './refusals.ts';
export { depositsSuccesses as successes } from './successes.ts';

export const topics = ['deposits'] as const;
