/** What chat adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { chatCalls as calls } from './calls.ts';
export { chatConsoleCalls as consoleCalls } from './console.ts';
export { chatNotices as notices } from './notices.ts';

export const noticeTopics = { service: { email: 'usually', push: 'usually' } } as const;
