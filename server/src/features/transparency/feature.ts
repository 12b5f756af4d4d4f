/** Data that the platform publishes about itself. */
import { feature } from '../../platform/feature.ts';
import { transparencyHandlers } from './handlers.ts';

export const transparencyFeature = feature({
  name: 'transparency',
  serve: (platform) => ({
    calls: transparencyHandlers({ ...platform, publicKey: platform.market.publicKey }),
  }),
});
