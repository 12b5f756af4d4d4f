/** What content adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { contentCalls as calls } from './calls.ts';
export { contentConsoleCalls as consoleCalls } from './console.ts';
export { contentNotices as notices } from './notices.ts';
export { contentRefusals as refusals } from './refusals.ts';

/** That an agreement is another one now the app says to everybody, and no mail, since it goes to all at once. */
export const noticeTopics = { agreements: { in_app: 'always' } } as const;
