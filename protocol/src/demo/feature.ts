/** The protocol parts of demo mode, exported under the names that `features.ts` collects. */
export { demoCalls as calls } from './calls.ts';
export { demoConsoleCalls as consoleCalls } from './console.ts';
export { demoRefusals as refusals } from './refusals.ts';
