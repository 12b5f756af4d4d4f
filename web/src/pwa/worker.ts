/**
 * The service worker: the app's own files without a network, the last public answers where none comes, a picture shared from
 * another app. A new version waits until the customer asks for it, so that no form changes under their hands.
 */
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { answerFirst } from './answers.ts';
import { handLate, keepTexts, lateFile } from './late-files.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const wish = event.data as { readonly wish?: string; readonly urls?: readonly string[] };
  if (wish.wish === 'take-over') void self.skipWaiting();
  if (wish.wish === 'keep-texts') event.waitUntil(keepTexts(wish.urls ?? []));
});

/** The page itself, wherever in the app one starts: what follows the hash never reaches a worker. */
async function page(request: Request): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && (url.pathname === '/' || url.pathname === '/index.html')) {
    event.respondWith(page(request));
  } else if (url.pathname.startsWith('/api/')) {
    // What carries a token goes its own way untouched, which costs it nothing.
    if (!request.headers.has('authorization')) event.respondWith(answerFirst(event));
  } else if (request.method === 'GET' && lateFile(url.pathname)) {
    event.respondWith(handLate(request));
  } else if (request.method === 'GET') {
    event.respondWith(matchPrecache(request.url).then((file) => file ?? fetch(request)));
  }
});
