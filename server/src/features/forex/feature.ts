/** Forex and metals: their calls, and their public market data. */
import { feature } from '../../platform/feature.ts';
import { forexHandlers } from './handlers.ts';
import { forexMarketHandlers, forexTicketHandlers } from './market-handlers.ts';

export const forexFeature = feature({
  name: 'forex',
  serve: (platform) => ({
    calls: {
      ...forexHandlers(platform),
      ...forexMarketHandlers(platform.market.shown),
      ...forexTicketHandlers({ ...platform.market, ...platform, wallNow: platform.now }),
    },
  }),
});
