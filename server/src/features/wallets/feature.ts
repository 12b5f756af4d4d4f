/** What customers own, and starting over with play money. */
import { feature } from '../../platform/feature.ts';
import { walletsHandlers } from './handlers.ts';

export const walletsFeature = feature({
  name: 'wallets',
  serve: (platform, { startOver }) => ({
    calls: walletsHandlers({ ...platform, startOverParts: startOver }),
  }),
});
