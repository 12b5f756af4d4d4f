/** Who of the operators reads about whom, what stands out, and what each may still do today. */
import { feature } from '../../platform/feature.ts';
import { oversightConsoleHandlers } from './console-handlers.ts';
import { watched } from './reads.ts';

export const oversightFeature = feature({
  name: 'oversight',
  watch: watched,
  serve: (platform) => ({ consoleCalls: oversightConsoleHandlers(platform) }),
});
