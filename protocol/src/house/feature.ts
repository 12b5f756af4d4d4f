/** What house adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { houseConsoleCalls as consoleCalls } from './console.ts';
export { houseRefusals as refusals } from './refusals.ts';
