/** The protocol definitions for the fund, exported under the names that `features.ts` expects. */
export { fundCalls as calls } from './calls.ts';
export { fundConsoleCalls as consoleCalls } from './console.ts';
export { fundNotices as notices } from './notices.ts';
export { fundRefusals as refusals } from './refusals.ts';

export const topics = ['fund'] as const;

/** Each order sends a message about its income every week, so these messages are sent outside the app only on request. */
export const noticeTopics = {
  fund: { email: 'usually', push: 'usually' },
  fund_income: { email: 'on demand', push: 'on demand' },
} as const;
