/** The protocol parts of transfers, exported under the names that `features.ts` collects. */
export { transfersCalls as calls } from './calls.ts';
export { transfersSuccesses as successes } from './successes.ts';
