/** The protocol parts of registration, exported under the names that `features.ts` collects. */
export { registrationCalls as calls } from './calls.ts';
export { registrationSuccesses as successes } from './successes.ts';
