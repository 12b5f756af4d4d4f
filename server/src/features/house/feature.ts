/** The house's own money, and who acts for it. */
import { feature } from '../../platform/feature.ts';
import { houseConsoleHandlers } from './console-handlers.ts';

export const houseFeature = feature({
  name: 'house',
  serve: (platform) => ({ consoleCalls: houseConsoleHandlers(platform) }),
});
