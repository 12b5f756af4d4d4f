/** Operators' changes to their own credentials, and an admin's changes to another operator's. */
import { feature } from '../../platform/feature.ts';
import { accessConsoleHandlers } from './console-handlers.ts';

export const accessFeature = feature({
  name: 'access',
  serve: (platform) => ({
    consoleCalls: accessConsoleHandlers({ ...platform, sessions: platform.operatorSessions }),
  }),
});
