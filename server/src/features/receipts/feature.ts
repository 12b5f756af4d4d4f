/** Receipts for orders, and the keys with which customers' devices sign their orders. */
import { feature } from '../../platform/feature.ts';
import { receiptHandlers } from './handlers.ts';

export const receiptsFeature = feature({
  name: 'receipts',
  serve: ({ pool, deviceKeys, now, wallNow }) => ({
    calls: receiptHandlers({ pool, deviceKeys, now, wallNow }),
  }),
});
