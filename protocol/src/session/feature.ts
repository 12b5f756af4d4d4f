/** The protocol definitions for sessions, exported under the names that `features.ts` expects. */
export { sessionCalls as calls } from './calls.ts';
export { sessionNotices as notices } from './notices.ts';

export const topics = ['profile', 'sessions'] as const;
