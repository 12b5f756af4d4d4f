/** What contracts adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { contractsCalls as calls } from './calls.ts';
export { contractsRefusals as refusals } from './refusals.ts';
