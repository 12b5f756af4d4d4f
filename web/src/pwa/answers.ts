/**
 * Asks the network first, always: a price that is not of now must never look as if it were. Only where no answer comes, or none for a
 * while, is the one kept earlier handed out, marked with when it was heard, which the app says wherever it shows it.
 */
import { NetworkFirst } from 'workbox-strategies';
import { KEPT_AT_HEADER } from '../lib/kept-at.ts';
import { KEPT_BYTES_MAX, KEPT_MAX, keptAs } from './kept-calls.ts';
import { newest } from './newest.ts';

const ANSWERS_CACHE = 'candor-answers';
/** A slow network has answered by then; the app itself waits for a minute. */
const WAIT_SECONDS = 8;

/** What is kept of an answer; null where nothing is. */
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

// An answer that comes too late to be shown is there the next time.
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

/** Answers that an older version of the app heard may lack what this one reads of them; they go when this one takes over. */
export async function forgetAnswers(): Promise<void> {
  await caches.delete(ANSWERS_CACHE);
}

/** The network's answer, or where none comes the last one to the same question, if it is one whose answers are kept. */
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
