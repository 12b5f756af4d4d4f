/** What demo adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { demoCalls as calls } from './calls.ts';
export { demoConsoleCalls as consoleCalls } from './console.ts';
export { demoRefusals as refusals } from './refusals.ts';
