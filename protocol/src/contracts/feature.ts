/** The protocol parts of contracts, exported under the names that `features.ts` collects. */
export { contractsCalls as calls } from './calls.ts';
export { contractsRefusals as refusals } from './refusals.ts';
