/** What fund adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { fundCalls as calls } from './calls.ts';
export { fundConsoleCalls as consoleCalls } from './console.ts';
export { fundNotices as notices } from './notices.ts';
export { fundRefusals as refusals } from './refusals.ts';

export const topics = ['fund'] as const;

export const noticeTopics = { fund: { email: 'usually', push: 'usually' } } as const;
