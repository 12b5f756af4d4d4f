/** Public market data. */
import { feature } from '../../platform/feature.ts';
import { marketHandlers } from './handlers.ts';

export const marketFeature = feature({
  name: 'market',
  serve: ({ market }) => ({ calls: marketHandlers(market.shown) }),
});
