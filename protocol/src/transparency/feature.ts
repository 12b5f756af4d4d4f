/** The protocol parts of transparency, exported under the names that `features.ts` collects. */
export { transparencyCalls as calls } from './calls.ts';
