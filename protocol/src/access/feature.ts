/** What access adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { accessConsoleCalls as consoleCalls } from './console.ts';
