/** The protocol definitions for forex and metals, exported under the names that `features.ts` expects. */
export { forexCalls as calls } from './calls.ts';
