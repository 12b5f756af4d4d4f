/**
 * The service worker. It serves the app's own files while the device is offline, returns the last public answers if the network
 * gives none, and receives images shared from other apps. A new version waits until the customer requests it, so that no form
 * changes while it is in use.
 */
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { answerFirst, forgetAnswers } from './answers.ts';
import { isKept } from './kept-calls.ts';
import { handLate, keepTexts, lateFile } from './late-files.ts';
import './push.ts';
import { SHARE_PATH, handPicture, takePicture } from './shared-pictures.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), forgetAnswers()])),
);

/** A request that a page sends to its worker. */
type Wish = {
  readonly wish?: 'take-over' | 'keep-texts' | 'shared-picture';
  readonly urls?: readonly string[];
  readonly id?: string;
};

self.addEventListener('message', (event) => {
  const { wish, urls = [], id = '' } = event.data as Wish;
  if (wish === 'take-over') void self.skipWaiting();
  else if (wish === 'keep-texts') event.waitUntil(keepTexts(event, urls));
  else if (wish === 'shared-picture') handPicture(id, event.ports[0]);
});

/** Returns the page itself for every start address, because the part after the hash never reaches a worker. */
async function page(request: Request): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? fetch(request);
}

/** Returns a build file from the cache. Fetches a file that the browser has evicted. */
async function file(request: Request): Promise<Response> {
  return (await matchPrecache(request.url)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && url.pathname === SHARE_PATH) {
    event.respondWith(takePicture(event));
  } else if (request.mode === 'navigate' && (url.pathname === '/' || url.pathname === '/index.html')) {
    event.respondWith(page(request));
  } else if (isKept(request.method, url.pathname)) {
    // Requests with a token are not handled by the worker.
    if (!request.headers.has('authorization')) event.respondWith(answerFirst(event));
  } else if (request.method === 'GET' && lateFile(url.pathname)) {
    event.respondWith(handLate(event, request));
  } else if (request.method === 'GET' && url.search === '' && getCacheKeyForURL(url.pathname) !== undefined) {
    event.respondWith(file(request));
  }
});
