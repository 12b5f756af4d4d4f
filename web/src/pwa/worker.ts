/**
 * The service worker: the app's own files offline, the last public answers when the network gives none, and pictures shared
 * from other apps. A new version waits until the customer asks for it, so that no form changes while in use.
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

/** A page's request to its worker. */
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

/** The page itself, whatever the starting address: the part after the hash never reaches a worker. */
async function page(request: Request): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? fetch(request);
}

/** A build file; one that the browser has evicted is fetched. */
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
    // Requests with a token bypass the worker, which costs them nothing.
    if (!request.headers.has('authorization')) event.respondWith(answerFirst(event));
  } else if (request.method === 'GET' && lateFile(url.pathname)) {
    event.respondWith(handLate(event, request));
  } else if (request.method === 'GET' && url.search === '' && getCacheKeyForURL(url.pathname) !== undefined) {
    event.respondWith(file(request));
  }
});
