/** The protocol definitions for news and help, exported under the names that `features.ts` expects. */
export { contentCalls as calls } from './calls.ts';
export { contentConsoleCalls as consoleCalls } from './console.ts';
export { contentNotices as notices } from './notices.ts';
export { contentRefusals as refusals } from './refusals.ts';

export const topics = ['agreements'] as const;

/** A change of an agreement is announced in the app only, not by mail, because it concerns all customers. */
export const noticeTopics = { agreements: { in_app: 'always' } } as const;
