/** What registration adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { registrationCalls as calls } from './calls.ts';
export { registrationSuccesses as successes } from './successes.ts';
