/** Login with the customer's own wallet. */
import { feature } from '../../platform/feature.ts';
import { walletSignInHandlers } from './handlers.ts';

export const walletSignInFeature = feature({
  name: 'wallet-sign-in',
  serve: (platform) => ({ calls: walletSignInHandlers(platform) }),
});
