/** The protocol definitions for proposals, exported under the names that `features.ts` expects. */
export { proposalsConsoleCalls as consoleCalls } from './console.ts';
export { proposalsNotices as notices } from './notices.ts';
export { proposalsRefusals as refusals } from './refusals.ts';
