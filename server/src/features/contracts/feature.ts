/** Calls for leveraged contracts. */
import { feature } from '../../platform/feature.ts';
import { contractsHandlers } from './handlers.ts';

export const contractsFeature = feature({
  name: 'contracts',
  serve: (platform) => ({
    calls: contractsHandlers({
      ...platform,
      market: { ...platform.market, termsAt: platform.termsAt, wallNow: platform.now },
    }),
  }),
});
