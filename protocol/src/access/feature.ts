/** The protocol parts of operator access, exported under the names that `features.ts` collects. */
export { accessConsoleCalls as consoleCalls } from './console.ts';
