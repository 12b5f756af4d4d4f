/** The protocol definitions for contracts, exported under the names that `features.ts` expects. */
export { contractsCalls as calls } from './calls.ts';
export { contractsRefusals as refusals } from './refusals.ts';
