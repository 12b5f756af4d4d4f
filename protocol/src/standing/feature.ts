/** The protocol definitions for account standing, exported under the names that `features.ts` expects. */
export { standingConsoleCalls as consoleCalls } from './console.ts';
export { standingNotices as notices } from './notices.ts';
