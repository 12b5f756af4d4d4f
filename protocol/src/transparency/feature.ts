/** The protocol definitions for transparency, exported under the names that `features.ts` expects. */
export { transparencyCalls as calls } from './calls.ts';
