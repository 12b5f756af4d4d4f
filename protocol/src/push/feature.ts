/** The protocol definitions for Web Push, exported under the names that `features.ts` expects. */
export { pushCalls as calls } from './calls.ts';
