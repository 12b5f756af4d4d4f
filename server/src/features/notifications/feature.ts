/** Messages to customers, announced to their devices when they are written. */
import { feature } from '../../platform/feature.ts';
import { startAnnouncing } from './announcing.ts';
import { notificationsHandlers } from './handlers.ts';

export const notificationsFeature = feature({
  name: 'notifications',
  serve: (platform) => ({
    calls: notificationsHandlers(platform),
    connect: (realtime) => {
      const { pool, listening, log } = platform;
      const onError = (error: Error) => log('notifications: failed to announce messages', error);
      return startAnnouncing({ pool, listening, realtime, onError });
    },
  }),
});
