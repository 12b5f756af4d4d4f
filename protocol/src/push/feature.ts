/** What push adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { pushCalls as calls } from './calls.ts';
