/**
 * Sends one push, encrypted for its browser and signed by the server. The endpoint was checked when it was stored and is checked
 * again here, including the addresses to which its name resolves, and the request has a short timeout.
 */
import webPush from 'web-push';
import type { VapidKeys } from 'web-push';
import { guardedPost } from '../../outbound/guarded-post.ts';
import { limits } from './limits.ts';
import { isPushEndpoint } from './endpoints.ts';
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
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject, ...keys },
      TTL: Math.max(0, Math.floor(leftMs / 1000)),
      contentEncoding: 'aes128gcm',
      urgency: 'high',
    },
  );
  const late = AbortSignal.timeout(limits.pushTimeoutMs);
  const signal = stopping === undefined ? late : AbortSignal.any([late, stopping]);
  const { origins } = services;
  return verdictOf(await guardedPost({ url: new URL(endpoint), headers, body, signal, origins }));
}
