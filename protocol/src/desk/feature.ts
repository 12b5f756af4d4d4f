/** What desk adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { deskConsoleCalls as consoleCalls } from './console.ts';
