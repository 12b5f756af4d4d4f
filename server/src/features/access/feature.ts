/** What operators do about their own ways in, and one about another. */
import { feature } from '../../platform/feature.ts';
import { accessConsoleHandlers } from './console-handlers.ts';

export const accessFeature = feature({
  name: 'access',
  serve: (platform) => ({
    consoleCalls: accessConsoleHandlers({ ...platform, sessions: platform.operatorSessions }),
  }),
});
