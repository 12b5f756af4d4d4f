/** The protocol definitions for leveraged positions, exported under the names that `features.ts` expects. */
export { positionsConsoleCalls as consoleCalls } from './console.ts';
export { positionsNotices as notices } from './notices.ts';
export { positionsRefusals as refusals } from './refusals.ts';
export { positionsSuccesses as successes } from './successes.ts';

export const topics = ['positions'] as const;

export const noticeTopics = { margin: { in_app: 'always', email: 'always', push: 'usually' } } as const;
