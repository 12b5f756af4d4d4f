/** Counts whose data operators read, raises alarms, and shows each operator's remaining daily allowance. */
import { feature } from '../../platform/feature.ts';
import { oversightConsoleHandlers } from './console-handlers.ts';
import { watched } from './reads.ts';

export const oversightFeature = feature({
  name: 'oversight',
  watch: watched,
  serve: (platform) => ({ consoleCalls: oversightConsoleHandlers(platform) }),
});
