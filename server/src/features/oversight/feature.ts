/** Counts the customers that operators read about, raises alarms, and shows operators their remaining daily allowance. */
import { feature } from '../../platform/feature.ts';
import { oversightConsoleHandlers } from './console-handlers.ts';
import { watched } from './reads.ts';

export const oversightFeature = feature({
  name: 'oversight',
  watch: watched,
  serve: (platform) => ({ consoleCalls: oversightConsoleHandlers(platform) }),
});
