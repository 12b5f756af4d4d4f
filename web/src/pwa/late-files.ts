/**
 * Files of the build that are not fetched ahead, the texts of the eight languages that a customer does not speak above all: each is
 * kept from its first use on. Their names carry their hash, so what is kept never is the wrong one.
 */
import { getCacheKeyForURL } from 'workbox-precaching';

const TEXTS_CACHE = 'candor-texts';
/** Three files a language, and those of a build before. */
const FILES_MAX = 60;

/** Whether this is a file of the build that was not fetched ahead. */
export function lateFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') && getCacheKeyForURL(pathname) === undefined;
}

export async function handLate(request: Request): Promise<Response> {
  const cache = await caches.open(TEXTS_CACHE);
  const kept = await cache.match(request.url);
  if (kept !== undefined) return kept;
  const fresh = await fetch(request);
  if (fresh.status === 200) {
    await cache.put(request.url, fresh.clone());
    const names = await cache.keys();
    await Promise.all(names.slice(0, Math.max(0, names.length - FILES_MAX)).map((old) => cache.delete(old)));
  }
  return fresh;
}

/** Keeps what a page had loaded before there was a worker: its language would be missing at the next start otherwise. */
export async function keepTexts(urls: readonly string[]): Promise<void> {
  const late = urls.filter((url) => {
    const { origin, pathname } = new URL(url);
    return origin === self.location.origin && lateFile(pathname);
  });
  await Promise.all(late.map((url) => handLate(new Request(url)).catch(() => undefined)));
}
