/** Calls a Candor platform over HTTP, anonymously, as a customer of a demo, or with an API key. */
import { createHash, createHmac, createPrivateKey, sign } from 'node:crypto';

/** How a caller proves who they are. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'key'; readonly key: string; readonly secret: string };

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly text: string };

export type PlatformOptions = {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly identity: Identity;
  /** Wall clock, milliseconds. */
  readonly nowMs: () => number;
};

type Proven = Readonly<Record<'method' | 'target' | 'body' | 'idempotencyKey', string>>;

const TIMEOUT_MS = 20_000;

export class Platform {
  readonly #url: string;
  readonly #identity: Identity;
  readonly #nowMs: () => number;

  constructor({ url, identity, nowMs }: PlatformOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#identity = identity;
    this.#nowMs = nowMs;
  }

  get identity(): Identity['kind'] {
    return this.#identity.kind;
  }

  /**
   * Makes a call of the platform's table, such as "POST coin/trade".
   *
   * @throws if the platform does not answer, or answers with something other than its envelope.
   */
  async call(
    name: string,
    fields: Readonly<Record<string, unknown>>,
    idempotencyKey?: string,
  ): Promise<Answer> {
    const [method = 'GET', path = ''] = name.split(' ');
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const query =
      method === 'GET' && given.length > 0
        ? `?${new URLSearchParams(given.map(([field, value]): [string, string] => [field, String(value)]))}`
        : '';
    const target = `/api/${path}${query}`;
    const body = method === 'GET' ? undefined : JSON.stringify(Object.fromEntries(given));
    const response = await fetch(`${this.#url}${target}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...this.#proof({ method, target, body: body ?? '', idempotencyKey: idempotencyKey ?? '' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return answerOf(await response.json());
  }

  #proof(request: Proven): Record<string, string> {
    const identity = this.#identity;
    if (identity.kind === 'nobody') return {};
    if (identity.kind === 'session') return { authorization: identity.token };
    const time = String(this.#nowMs());
    const { method, target, body, idempotencyKey } = request;
    const bodyHash = createHash('sha256').update(body).digest('hex');
    // The last line is the window, which is empty for the default window.
    const text = [time, method, target, bodyHash, idempotencyKey, ''].join('\n');
    return {
      'candor-key': identity.key,
      'candor-time': time,
      'candor-signature': signatureOf(identity.secret, text),
    };
  }
}

/** The secret is either the text of an HMAC key or an Ed25519 private key in PEM. */
function signatureOf(secret: string, text: string): string {
  if (secret.includes('PRIVATE KEY'))
    return sign(null, Buffer.from(text), createPrivateKey(secret)).toString('base64');
  return createHmac('sha256', secret).update(text).digest('hex');
}

function answerOf(envelope: unknown): Answer {
  const { type, message, error } = envelope as { type?: unknown; message?: unknown; error?: unknown };
  if (type === 'ok') return { ok: true, value: message };
  if (typeof error === 'string') return { ok: false, code: error, text: String(message) };
  throw new Error(`the platform answered ${JSON.stringify(envelope).slice(0, 200)}`);
}

/** The login of a demo's first example customer. Undefined on a platform with real money, which has no such call. */
export async function demoSession(url: string, nowMs: () => number): Promise<Identity | undefined> {
  const platform = new Platform({ url, identity: { kind: 'nobody' }, nowMs });
  const demo = await platform.call('GET demo', {});
  if (!demo.ok) return undefined;
  const [example] = (demo.value as { customers: { account: string; password: string }[] }).customers;
  if (example === undefined) return undefined;
  const login = await platform.call('POST user/login', example);
  return login.ok ? { kind: 'session', token: String(login.value) } : undefined;
}
