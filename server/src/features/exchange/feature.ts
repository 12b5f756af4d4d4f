/** Exchanging one coin for another at a quoted rate. */
import { feature } from '../../platform/feature.ts';
import { exchangeHandlers } from './handlers.ts';

export const exchangeFeature = feature({
  name: 'exchange',
  serve: (platform) => ({ calls: exchangeHandlers(platform) }),
});
