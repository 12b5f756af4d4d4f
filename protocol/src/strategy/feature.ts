/** What strategy adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { strategyCalls as calls } from './calls.ts';
export { strategyConsoleCalls as consoleCalls } from './console.ts';
