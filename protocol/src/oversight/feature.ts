/** The protocol definitions for oversight, exported under the names that `features.ts` expects. */
export { oversightConsoleCalls as consoleCalls } from './console.ts';
