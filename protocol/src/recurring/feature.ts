/** The protocol definitions for recurring purchases, exported under the names that `features.ts` expects. */
export { recurringCalls as calls } from './calls.ts';
export { recurringConsoleCalls as consoleCalls } from './console.ts';
export { recurringNotices as notices } from './notices.ts';
export { recurringRefusals as refusals } from './refusals.ts';

export const topics = ['recurring'] as const;

export const noticeTopics = { recurring: { email: 'usually', push: 'usually' } } as const;
