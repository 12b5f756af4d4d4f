/** The protocol parts of sessions, exported under the names that `features.ts` collects. */
export { sessionCalls as calls } from './calls.ts';
export { sessionNotices as notices } from './notices.ts';

export const topics = ['profile', 'sessions'] as const;
