/**
 * Asks the network first, always: a price that is not of now must never look as if it were. Only where no answer comes, or none for a
 * while, is the one kept earlier handed out, marked with when it was heard, which the app says wherever it shows it.
 */
import { KEPT_AT_HEADER } from '../lib/kept-at.ts';
import { KEPT_BYTES_MAX, KEPT_MAX, keptAs } from './kept-calls.ts';
import { soonOr } from './patience.ts';

const ANSWERS_CACHE = 'candor-answers';
/** A slow network has answered by then; the app itself waits for a minute. */
const WAIT_MS = 8000;

async function keep(name: string, answer: Response): Promise<void> {
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength > KEPT_BYTES_MAX) return;
  const cache = await caches.open(ANSWERS_CACHE);
  // Put anew at the end, so that the first ones are those heard longest ago.
  await cache.delete(name);
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    [KEPT_AT_HEADER]: Date.now().toString(),
  };
  await cache.put(name, new Response(bytes, { headers }));
  const names = await cache.keys();
  await Promise.all(names.slice(0, Math.max(0, names.length - KEPT_MAX)).map((old) => cache.delete(old)));
}

/** Answers that an older version of the app heard may lack what this one reads of them; they go when this one takes over. */
export async function forgetAnswers(): Promise<void> {
  await caches.delete(ANSWERS_CACHE);
}

/** The network's answer, or where none comes the last one to the same question, if it is one whose answers are kept. */
export async function answerFirst(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const asked = {
    method: request.method,
    url: request.url,
    hasToken: request.headers.has('authorization'),
    body: request.method === 'POST' ? await request.clone().text() : '',
  };
  const name = keptAs(asked);
  if (name === undefined) return fetch(request);
  const answer = fetch(request);
  // Also one that comes too late to be shown is there the next time.
  event.waitUntil(
    answer.then(
      (heard) => (heard.status === 200 ? keep(name, heard.clone()) : undefined),
      () => undefined,
    ),
  );
  return soonOr(answer, {
    waitMs: WAIT_MS,
    instead: () => caches.match(name, { cacheName: ANSWERS_CACHE }),
  });
}
