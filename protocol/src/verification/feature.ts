/** What verification adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { verificationCalls as calls } from './calls.ts';
export { verificationConsoleCalls as consoleCalls } from './console.ts';
export { verificationNotices as notices } from './notices.ts';
export { verificationRefusals as refusals } from './refusals.ts';

export const topics = ['verification'] as const;
