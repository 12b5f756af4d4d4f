/** What session adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { sessionCalls as calls } from './calls.ts';
export { sessionNotices as notices } from './notices.ts';

export const topics = ['profile', 'sessions'] as const;
