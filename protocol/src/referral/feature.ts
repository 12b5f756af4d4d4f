/** What referral adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { referralCalls as calls } from './calls.ts';
export { referralNotices as notices } from './notices.ts';

export const noticeTopics = { referral: { email: 'on demand', push: 'on demand' } } as const;
