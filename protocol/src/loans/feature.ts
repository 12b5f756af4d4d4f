/** The protocol definitions for loans, exported under the names that `features.ts` expects. */
export { loansCalls as calls } from './calls.ts';
export { loansConsoleCalls as consoleCalls } from './console.ts';
export { loansNotices as notices } from './notices.ts';
export { loansRefusals as refusals } from './refusals.ts';

export const topics = ['loans'] as const;

export const noticeTopics = {
  loan_overdue: { email: 'always', push: 'usually' },
  loans: { email: 'usually', push: 'usually' },
} as const;
