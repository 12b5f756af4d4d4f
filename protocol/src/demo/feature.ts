/** The protocol definitions for demo mode, exported under the names that `features.ts` expects. */
export { demoCalls as calls } from './calls.ts';
export { demoConsoleCalls as consoleCalls } from './console.ts';
export { demoRefusals as refusals } from './refusals.ts';
