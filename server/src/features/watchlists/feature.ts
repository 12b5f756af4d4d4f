/** Lists of instruments that customers keep with their account. */
import { feature } from '../../platform/feature.ts';
import { startAnnouncing } from './announcing.ts';
import { keptWatchlists } from './data-export.ts';
import { watchlistsHandlers } from './handlers.ts';

export const watchlistsFeature = feature({
  name: 'watchlists',
  exportSections: keptWatchlists,
  serve: (platform) => ({
    calls: watchlistsHandlers({ ...platform, isOffered: (symbol) => platform.instruments.has(symbol) }),
    connect: (realtime) => {
      const { listening, log } = platform;
      const onError = (error: Error) => log('watchlists: failed to announce changes (retrying)', error);
      return startAnnouncing({ listening, realtime, onError });
    },
  }),
});
