/** Test helpers: requests signed with an API key. */
import { createHash, createHmac } from 'node:crypto';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';

export type TestKey = {
  readonly id: string;
  readonly key: string;
  readonly sign: (text: string) => string;
  /** The secret of an HMAC key, as shown once to the customer. */
  readonly secret?: string;
};
export type Signed = {
  readonly timeMs?: number;
  readonly windowMs?: number;
  readonly idempotencyKey?: string;
  /** The key id to send, if not that of the signing key. */
  readonly sentKey?: string;
  /** Alters the signature before it is sent. */
  readonly forge?: (signature: string) => string;
};
export type Answer = {
  readonly type: string;
  readonly error?: string;
  readonly params?: Record<string, string>;
  readonly message?: unknown;
};

export const hmac =
  (secret: string) =>
  (text: string): string =>
    createHmac('sha256', secret).update(text).digest('hex');

type Call = Signed & { readonly name: CallName; readonly fields?: Readonly<Record<string, unknown>> };

/** Makes a call signed with a key. */
export async function signedCall(
  origin: string,
  key: Pick<TestKey, 'key' | 'sign'>,
  {
    name,
    fields = {},
    timeMs = Date.now(),
    windowMs,
    idempotencyKey,
    sentKey = idempotencyKey,
    forge = (signature) => signature,
  }: Call,
): Promise<Answer> {
  const { method, path } = methodAndPath(name);
  const isGet = method === 'GET';
  const query = new URLSearchParams(fields as Record<string, string>).toString();
  const url = `/api/${path}${isGet && query !== '' ? `?${query}` : ''}`;
  const sent = isGet ? '' : JSON.stringify(fields);
  const bodyHash = createHash('sha256').update(sent).digest('hex');
  const text = [timeMs, method, url, bodyHash, idempotencyKey ?? '', windowMs ?? ''].join('\n');
  const response = await fetch(`${origin}${url}`, {
    method,
    headers: {
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      'candor-key': key.key,
      'candor-time': String(timeMs),
      'candor-signature': forge(key.sign(text)),
      ...(windowMs === undefined ? {} : { 'candor-window': String(windowMs) }),
      ...(sentKey === undefined ? {} : { 'idempotency-key': sentKey }),
    },
    ...(isGet ? {} : { body: sent }),
  });
  return (await response.json()) as Answer;
}
