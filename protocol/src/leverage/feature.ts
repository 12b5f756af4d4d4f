/** What leverage adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { leverageCalls as calls } from './calls.ts';
export { leverageConsoleCalls as consoleCalls } from './console.ts';
export { leverageNotices as notices } from './notices.ts';
export { leverageRefusals as refusals } from './refusals.ts';

export const topics = ['leverage'] as const;
