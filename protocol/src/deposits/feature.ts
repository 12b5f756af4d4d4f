/** The protocol definitions for deposits, exported under the names that `features.ts` expects. */
export { depositsCalls as calls } from './calls.ts';
export { depositsConsoleCalls as consoleCalls } from './console.ts';
export { depositsNotices as notices } from './notices.ts';
export { depositsRefusals as refusals } from './refusals.ts';
export { depositsSuccesses as successes } from './successes.ts';

export const topics = ['deposits'] as const;
