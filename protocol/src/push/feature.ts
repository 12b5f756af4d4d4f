/** The protocol parts of Web Push, exported under the names that `features.ts` collects. */
export { pushCalls as calls } from './calls.ts';
