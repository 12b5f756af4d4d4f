/** What transfers adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { transfersCalls as calls } from './calls.ts';
export { transfersSuccesses as successes } from './successes.ts';
