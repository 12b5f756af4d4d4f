/**
 * Files of the build that are not fetched ahead, the texts of the eight languages that a customer does not speak above all: each is
 * kept from its first use on. Their names carry their hash, so what is kept never is the wrong one.
 */
import { getCacheKeyForURL } from 'workbox-precaching';
import { CacheFirst } from 'workbox-strategies';
import { newest } from './newest.ts';

/** Three files a language, and those of a build before. */
const FILES_MAX = 60;

const cacheFirst = new CacheFirst({
  cacheName: 'candor-texts',
  matchOptions: { ignoreVary: true },
  plugins: [newest(FILES_MAX)],
});

/** Whether this is a file of the build that was not fetched ahead. */
export function lateFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') && getCacheKeyForURL(pathname) === undefined;
}

export function handLate(event: ExtendableEvent, request: Request): Promise<Response> {
  return cacheFirst.handle({ event, request });
}

/** Keeps what a page had loaded before there was a worker: its language would be missing at the next start otherwise. */
export async function keepTexts(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  const late = urls.filter((url) => {
    const { origin, pathname } = new URL(url);
    return origin === self.location.origin && lateFile(pathname);
  });
  await Promise.all(late.map((url) => handLate(event, new Request(url)).catch(() => undefined)));
}
