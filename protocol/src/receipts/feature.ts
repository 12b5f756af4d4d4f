/** The protocol definitions for receipts of orders, exported under the names that `features.ts` expects. */
export { receiptCalls as calls } from './calls.ts';
export { receiptRefusals as refusals } from './refusals.ts';
