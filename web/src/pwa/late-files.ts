/**
 * Build files that are not prefetched, above all the texts of languages that the customer does not use. Each is cached on first
 * use. Its name contains its hash, so that a cached file is never outdated.
 */
import { getCacheKeyForURL } from 'workbox-precaching';
import { CacheFirst } from 'workbox-strategies';
import { newest } from './newest.ts';

/** The maximum number of files: three per language, and the files of a previous build. */
const FILES_MAX = 60;

const cacheFirst = new CacheFirst({
  cacheName: 'candor-texts',
  matchOptions: { ignoreVary: true },
  plugins: [newest(FILES_MAX)],
});

export function lateFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') && getCacheKeyForURL(pathname) === undefined;
}

export function handLate(event: ExtendableEvent, request: Request): Promise<Response> {
  return cacheFirst.handle({ event, request });
}

/**
 * Caches the files that a page had loaded before the worker existed. Without them, the page's language would be missing at the
 * next start.
 */
export async function keepTexts(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  const late = urls.filter((url) => {
    const { origin, pathname } = new URL(url);
    return origin === self.location.origin && lateFile(pathname);
  });
  await Promise.all(late.map((url) => handLate(event, new Request(url)).catch(() => undefined)));
}
