/** Emergency stops of payouts and of new openings: operators begin and release them, and everybody can read them. */
import { feature } from '../../platform/feature.ts';
import { stopsConsoleHandlers } from './console-handlers.ts';
import { stopsHandlers } from './handlers.ts';
import { stopsInvariants } from './invariants.ts';

export const stopsFeature = feature({
  name: 'stops',
  invariants: stopsInvariants,
  serve: (platform) => ({
    calls: stopsHandlers(platform),
    consoleCalls: stopsConsoleHandlers(platform),
  }),
});
