/**
 * Sends one push: encrypted for its browser, signed by us, to an address that was judged when it was given and is judged again here
 * by what it resolves to. No redirect is followed, nothing of the answer but its status is believed, and nobody is waited for long.
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
  /** Whom a push service writes to about us (RFC 8292): our public address. */
  readonly subject: string;
  readonly services: PushServices;
  /** Breaks off what is under way when the server stops. */
  readonly stopping?: AbortSignal;
};

/** `gone`: there is no such browser any more; `refused`: it would be refused again; `later`: it may be taken another time. */
export type Verdict = 'taken' | 'gone' | 'refused' | 'later';

function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Rejects where nobody answered, or the address may not be reached. `leftMs`: for how long the service may keep it for its browser. */
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

/** Resolves a name to what the world reaches, or to nothing. */
const publicLookup: NonNullable<RequestOptions['lookup']> = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '', 0);
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
      return done(new Error(`${name} is no public address`), '', 0);
    }
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });
};

function post(url: URL, options: RequestOptions, body: Buffer | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent = request(url, { ...options, agent: false }, (response) => {
      // What it says is not read, and must not keep the connection.
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
