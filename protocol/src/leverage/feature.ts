/** The protocol definitions for leverage permission, exported under the names that `features.ts` expects. */
export { leverageCalls as calls } from './calls.ts';
export { leverageConsoleCalls as consoleCalls } from './console.ts';
export { leverageNotices as notices } from './notices.ts';
export { leverageRefusals as refusals } from './refusals.ts';

export const topics = ['leverage'] as const;
