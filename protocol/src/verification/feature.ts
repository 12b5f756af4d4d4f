/** The protocol definitions for verification, exported under the names that `features.ts` expects. */
export { verificationCalls as calls } from './calls.ts';
export { verificationConsoleCalls as consoleCalls } from './console.ts';
export { verificationNotices as notices } from './notices.ts';
export { verificationRefusals as refusals } from './refusals.ts';

export const topics = ['verification'] as const;
