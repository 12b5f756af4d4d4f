/** What transparency adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { transparencyCalls as calls } from './calls.ts';
