/**
 * Answers calls while the device is offline. The network always comes first, because an old price must never look current. If no
 * answer arrives in time, the cached answer is returned, marked with the time at which it was received, which the app displays.
 */
import { NetworkFirst } from 'workbox-strategies';
import { KEPT_AT_HEADER } from '../lib/kept-at.ts';
import { KEPT_BYTES_MAX, KEPT_MAX, keptAs } from './kept-calls.ts';
import { newest } from './newest.ts';

const ANSWERS_CACHE = 'candor-answers';
/** The timeout. A slow network answers within it; the app itself waits for a minute. */
const WAIT_SECONDS = 8;

/** Returns the marked copy of an answer for the cache, or null if the answer must not be cached. */
async function keptOf(answer: Response): Promise<Response | null> {
  if (answer.status !== 200) return null;
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength > KEPT_BYTES_MAX) return null;
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    [KEPT_AT_HEADER]: Date.now().toString(),
  };
  return new Response(bytes, { headers });
}

// Caches an answer that arrives too late, so that it is available the next time.
const networkFirst = new NetworkFirst({
  cacheName: ANSWERS_CACHE,
  networkTimeoutSeconds: WAIT_SECONDS,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ params }) => (params as { readonly name: string }).name,
      cacheWillUpdate: ({ response }) => keptOf(response),
    },
    newest(KEPT_MAX),
  ],
});

/**
 * Removes the answers cached by an older version of the app when this version takes over, because they may lack fields that this
 * version reads.
 */
export async function forgetAnswers(): Promise<void> {
  await caches.delete(ANSWERS_CACHE);
}

/** Returns the network's answer or, if there is none, the cached answer to the same request. */
export async function answerFirst(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const name = keptAs({
    method: request.method,
    url: request.url,
    hasToken: request.headers.has('authorization'),
    body: request.method === 'POST' ? await request.clone().text() : '',
  });
  if (name === undefined) return fetch(request);
  return networkFirst.handle({ event, request, params: { name } });
}
