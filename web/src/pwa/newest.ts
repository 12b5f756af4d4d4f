/** Limits the size of a cache by removing the oldest entries. */
import type { NetworkFirst } from 'workbox-strategies';

export type CachePlugin = NetworkFirst['plugins'][number];

export function newest(countMax: number): CachePlugin {
  return {
    cacheDidUpdate: async ({ cacheName }) => {
      const cache = await caches.open(cacheName);
      const names = await cache.keys();
      const old = names.slice(0, Math.max(0, names.length - countMax));
      await Promise.all(old.map((name) => cache.delete(name)));
    },
  };
}
