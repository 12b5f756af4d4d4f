/**
 * Always asks the network first, because an old price must never look current. If no answer arrives in time, the cached answer
 * is used, marked with the time it was received, which the app shows with it.
 */
import { NetworkFirst } from 'workbox-strategies';
import { KEPT_AT_HEADER } from '../lib/kept-at.ts';
import { KEPT_BYTES_MAX, KEPT_MAX, keptAs } from './kept-calls.ts';
import { newest } from './newest.ts';

const ANSWERS_CACHE = 'candor-answers';
/** By then a slow network has answered; the app itself waits for a minute. */
const WAIT_SECONDS = 8;

/** The cached copy of an answer; null if it is not cached. */
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

// An answer that arrives too late to be shown is available the next time.
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
 * Answers received by an older version of the app may lack fields that this one reads, so they are removed when this version
 * takes over.
 */
export async function forgetAnswers(): Promise<void> {
  await caches.delete(ANSWERS_CACHE);
}

/** The network's answer or, if there is none, the last answer to the same request if it may be cached. */
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
