/**
 * Sends one push, encrypted for its browser and signed by the server. The endpoint was checked when it was stored and is checked
 * again here, including the addresses to which its name resolves. Redirects aren't followed, only the status of the response is
 * read, and the request has a short timeout.
 */
import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import type { RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import webPush from 'web-push';
import type { VapidKeys } from 'web-push';
import { LIMITS } from '../../limits.ts';
import { isPublicAddress, isPushEndpoint } from './endpoints.ts';
import type { PushServices } from './endpoints.ts';
import type { Subscription } from './store.ts';

export type Sender = {
  readonly keys: VapidKeys;
  /** The contact address for push services (RFC 8292): the server's public URL. */
  readonly subject: string;
  readonly services: PushServices;
  readonly stopping?: AbortSignal;
};

/** `gone`: the browser no longer exists. `refused`: a retry would be refused too. `later`: a retry may succeed. */
export type Verdict = 'taken' | 'gone' | 'refused' | 'later';

function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/**
 * Sends the push. Rejects if the service doesn't respond or its address isn't permitted. The service may keep the push for
 * `leftMs`.
 */
export async function sendPush(
  { keys, subject, services, stopping }: Sender,
  {
    endpoint,
    p256dh,
    auth,
    leftMs,
  }: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'> & { readonly leftMs: number },
  payload: object,
): Promise<Verdict> {
  if (!isPushEndpoint(endpoint, services)) return 'refused';
  const { headers, body, method } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject, ...keys },
      TTL: Math.max(0, Math.floor(leftMs / 1000)),
      contentEncoding: 'aes128gcm',
      urgency: 'high',
    },
  );
  const url = new URL(endpoint);
  const isOwn = services.origins.includes(url.origin);
  const late = AbortSignal.timeout(LIMITS.notifications.pushTimeoutMs);
  const signal = stopping === undefined ? late : AbortSignal.any([late, stopping]);
  const options = { method, headers, signal, ...(!isOwn && { lookup: publicLookup }) };
  return verdictOf(await post(url, options, body));
}

/** Resolves a name. Fails unless all its addresses are public. */
const publicLookup: NonNullable<RequestOptions['lookup']> = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '', 0);
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
      return done(new Error(`expected ${name} to resolve only to public addresses`), '', 0);
    }
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
};

function post(url: URL, options: RequestOptions, body: Buffer | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent = request(url, { ...options, agent: false }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
