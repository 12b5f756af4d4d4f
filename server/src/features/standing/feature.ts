/** A customer's standing and score, as operators change them. */
import { feature } from '../../platform/feature.ts';
import { standingConsoleHandlers } from './console-handlers.ts';

export const standingFeature = feature({
  name: 'standing',
  serve: (platform) => ({ consoleCalls: standingConsoleHandlers(platform) }),
});
