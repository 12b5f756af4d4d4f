/** Several orders in one request. */
import { feature } from '../../platform/feature.ts';
import { batchHandlers } from './handlers.ts';

export const batchesFeature = feature({
  name: 'batches',
  serve: () => ({ calls: batchHandlers() }),
});
