/** The protocol definitions for account security, exported under the names that `features.ts` expects. */
export { securityCalls as calls } from './calls.ts';
export { securityConsoleCalls as consoleCalls } from './console.ts';
export { securityNotices as notices } from './notices.ts';
export { securityRefusals as refusals } from './refusals.ts';
export { securitySuccesses as successes } from './successes.ts';

export const topics = ['passkeys', 'security'] as const;

export const noticeTopics = { security: { email: 'always', push: 'usually' } } as const;
