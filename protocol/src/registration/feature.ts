/** The protocol definitions for registration, exported under the names that `features.ts` expects. */
export { registrationCalls as calls } from './calls.ts';
export { registrationSuccesses as successes } from './successes.ts';
