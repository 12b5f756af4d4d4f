/** One attempt to deliver an event within the time limit, and its outcome. */
import type { AttemptError } from '@candor/protocol/webhooks/schemas.ts';
import { guardedPost, PrivateAddressError } from '../../outbound/guarded-post.ts';
import { isWebhookUrl } from './endpoint.ts';
import { limits } from './limits.ts';
import { signedHeaders } from './secrets.ts';
import type { Secrets } from './secrets.ts';

export type Request = {
  readonly url: string;
  /** The id of the event, which is the same in each attempt. */
  readonly event: string;
  readonly payload: string;
  readonly secrets: Secrets;
};

export type Sender = {
  readonly origins: readonly string[];
  readonly now: () => number;
  /** The wall clock, against which receivers check timestamps. */
  readonly wallNow: () => number;
  readonly stopping: AbortSignal;
};

export type Attempt = {
  readonly at: number;
  readonly status: number | null;
  readonly ms: number;
  readonly error: AttemptError | null;
};

/** Returns undefined if the server was stopped before there was an answer. The delivery is retried after the next start. */
export async function attempt(
  { origins, now, wallNow, stopping }: Sender,
  { url, event, payload, secrets }: Request,
): Promise<Attempt | undefined> {
  const atMs = now();
  const startMs = wallNow();
  const ended = (status: number | null, error: AttemptError | null): Attempt => ({
    ...{ at: Math.floor(atMs / 1000), status, ms: Math.max(0, wallNow() - startMs), error },
  });
  // The address was checked when it was stored, but perhaps by an earlier release with other rules.
  if (!isWebhookUrl(url, origins)) return ended(null, 'address');
  const headers = {
    ...signedHeaders(secrets, { id: event, payload, nowMs: startMs }),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    'user-agent': 'Candor-Webhooks/1',
  };
  const late = AbortSignal.timeout(limits.timeoutMs);
  const signal = AbortSignal.any([late, stopping]);
  try {
    return ended(await guardedPost({ url: new URL(url), headers, body: payload, signal, origins }), null);
  } catch (error) {
    if (stopping.aborted) return undefined;
    return ended(null, late.aborted ? 'timeout' : errorOf(error as NodeJS.ErrnoException));
  }
}

/** Error codes of OpenSSL and of Node's host name check that mean that a certificate isn't valid. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

function errorOf(error: NodeJS.ErrnoException): AttemptError {
  if (error instanceof PrivateAddressError) return 'address';
  const code = error.code ?? '';
  if (code.startsWith('ENOTFOUND') || code.startsWith('EAI_')) return 'name';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}
