/** The protocol parts of deposits, exported under the names that `features.ts` collects. */
export { depositsCalls as calls } from './calls.ts';
export { depositsConsoleCalls as consoleCalls } from './console.ts';
export { depositsNotices as notices } from './notices.ts';
export { depositsRefusals as refusals } from './refusals.ts';
export { depositsSuccesses as successes } from './successes.ts';

export const topics = ['deposits'] as const;
