/** The protocol definitions for the fund's strategy, exported under the names that `features.ts` expects. */
export { strategyCalls as calls } from './calls.ts';
export { strategyConsoleCalls as consoleCalls } from './console.ts';
