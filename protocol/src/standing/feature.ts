/** What standing adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { standingConsoleCalls as consoleCalls } from './console.ts';
export { standingNotices as notices } from './notices.ts';
