/** The protocol parts of account standing, exported under the names that `features.ts` collects. */
export { standingConsoleCalls as consoleCalls } from './console.ts';
export { standingNotices as notices } from './notices.ts';
