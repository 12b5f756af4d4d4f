/** Changes by operators to a customer's standing and credit score. */
import { feature } from '../../platform/feature.ts';
import { standingConsoleHandlers } from './console-handlers.ts';

export const standingFeature = feature({
  name: 'standing',
  serve: (platform) => ({ consoleCalls: standingConsoleHandlers(platform) }),
});
