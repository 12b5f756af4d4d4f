/** The protocol definitions for transfers, exported under the names that `features.ts` expects. */
export { transfersCalls as calls } from './calls.ts';
export { transfersSuccesses as successes } from './successes.ts';
