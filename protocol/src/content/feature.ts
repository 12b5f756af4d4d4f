/** The protocol parts of news and help, exported under the names that `features.ts` collects. */
export { contentCalls as calls } from './calls.ts';
export { contentConsoleCalls as consoleCalls } from './console.ts';
export { contentNotices as notices } from './notices.ts';
export { contentRefusals as refusals } from './refusals.ts';

/** A changed agreement is announced in the app only, not by mail, because it goes to all customers at once. */
export const noticeTopics = { agreements: { in_app: 'always' } } as const;
