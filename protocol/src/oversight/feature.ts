/** The protocol parts of oversight, exported under the names that `features.ts` collects. */
export { oversightConsoleCalls as consoleCalls } from './console.ts';
