/** Receipts for orders, and the keys with which customers' devices sign them. */
import { feature } from '../../platform/feature.ts';
import { receiptHandlers } from './handlers.ts';

export const receiptsFeature = feature({
  name: 'receipts',
  serve: ({ pool, deviceKeys, now, wallNow }) => ({
    calls: receiptHandlers({ pool, deviceKeys, now, wallNow }),
  }),
});
