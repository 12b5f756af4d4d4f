/** What oversight adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { oversightConsoleCalls as consoleCalls } from './console.ts';
