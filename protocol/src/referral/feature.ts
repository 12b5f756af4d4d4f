/** The protocol definitions for referral, exported under the names that `features.ts` expects. */
export { referralCalls as calls } from './calls.ts';
export { referralNotices as notices } from './notices.ts';

export const noticeTopics = { referral: { email: 'on demand', push: 'on demand' } } as const;
