/** The protocol definitions for operator access, exported under the names that `features.ts` expects. */
export { accessConsoleCalls as consoleCalls } from './console.ts';
