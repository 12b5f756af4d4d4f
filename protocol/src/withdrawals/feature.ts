/** The protocol definitions for withdrawals, exported under the names that `features.ts` expects. */
export { withdrawalsCalls as calls } from './calls.ts';
export { withdrawalsConsoleCalls as consoleCalls } from './console.ts';
export { withdrawalsNotices as notices } from './notices.ts';
export { withdrawalsRefusals as refusals } from './refusals.ts';
export { withdrawalsSuccesses as successes } from './successes.ts';

export const topics = ['withdrawals'] as const;

export const noticeTopics = { withdrawals: { email: 'always', push: 'usually' } } as const;
