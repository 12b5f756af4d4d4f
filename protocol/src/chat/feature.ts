/** The protocol definitions for customer service chat, exported under the names that `features.ts` expects. */
export { chatCalls as calls } from './calls.ts';
export { chatConsoleCalls as consoleCalls } from './console.ts';
export { chatNotices as notices } from './notices.ts';

export const noticeTopics = { service: { email: 'usually', push: 'usually' } } as const;
