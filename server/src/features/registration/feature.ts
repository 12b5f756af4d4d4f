/** Registration of a customer. */
import { feature } from '../../platform/feature.ts';
import { registrationHandlers } from './handlers.ts';

export const registrationFeature = feature({
  name: 'registration',
  serve: (platform) => ({ calls: registrationHandlers(platform) }),
});
