/** The operators' desk: the work queue, customers, and the platform's risk. */
import { instruments } from '../../quotes/catalogue.ts';
import { feature } from '../../platform/feature.ts';
import { deskConsoleHandlers } from './console-handlers.ts';

export const deskFeature = feature({
  name: 'desk',
  serve: (platform, { workQueue, exposures, timelineItems, timelineEvents }) => ({
    consoleCalls: deskConsoleHandlers({
      ...platform,
      sessions: platform.operatorSessions,
      cases: workQueue,
      contractSizes: new Map([...instruments.values()].map((one) => [one.symbol, one.contractSize])),
      exposures,
      timelineItems,
      timelineEvents,
    }),
  }),
});
