/** What proposals adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { proposalsConsoleCalls as consoleCalls } from './console.ts';
export { proposalsNotices as notices } from './notices.ts';
export { proposalsRefusals as refusals } from './refusals.ts';
