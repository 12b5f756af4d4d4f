/** The protocol definitions for batches of orders, exported under the names that `features.ts` expects. */
export { batchCalls as calls } from './calls.ts';
