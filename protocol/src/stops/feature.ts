/** The protocol definitions for emergency stops, exported under the names that `features.ts` expects. */
export { stopsCalls as calls } from './calls.ts';
export { stopsConsoleCalls as consoleCalls } from './console.ts';
export { stopsRefusals as refusals } from './refusals.ts';
