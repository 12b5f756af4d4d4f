/** The protocol parts of proposals, exported under the names that `features.ts` collects. */
export { proposalsConsoleCalls as consoleCalls } from './console.ts';
export { proposalsNotices as notices } from './notices.ts';
export { proposalsRefusals as refusals } from './refusals.ts';
