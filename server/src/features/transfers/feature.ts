/** Transfers between accounts of one customer. */
import { feature } from '../../platform/feature.ts';
import { transfersHandlers } from './handlers.ts';

export const transfersFeature = feature({
  name: 'transfers',
  serve: (platform) => ({ calls: transfersHandlers(platform) }),
});
