/** The protocol parts of the fund's strategy, exported under the names that `features.ts` collects. */
export { strategyCalls as calls } from './calls.ts';
export { strategyConsoleCalls as consoleCalls } from './console.ts';
