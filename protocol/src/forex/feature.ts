/** The protocol parts of forex and metals, exported under the names that `features.ts` collects. */
export { forexCalls as calls } from './calls.ts';
