/** Test helpers: keys of an example customer on a whole server, and requests that they sign. */
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { CallName } from '@candor/protocol/calls.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

export const PASSWORD = 'Demo-lena-1';

export type Mandate = {
  readonly scopes: readonly ('read' | 'trade')[];
  readonly symbols: readonly string[];
  readonly order_max: string;
  readonly loss_max: string;
  readonly ask_above?: string;
  readonly networks: readonly string[];
  readonly days: number;
};
export const usual: Mandate = {
  scopes: ['read', 'trade'],
  symbols: ['BTC/USDT'],
  order_max: '1000',
  loss_max: '100',
  networks: [],
  days: 30,
};

export type TestKey = { readonly id: string; readonly key: string; readonly sign: (text: string) => string };
export type Signed = {
  readonly timeMs?: number;
  readonly windowMs?: number;
  readonly idempotencyKey?: string;
  /** Changes the signature. */
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

const rawOf = (publicKey: KeyObject): string =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

export async function openKeyed() {
  const server: WholeServer = await openWholeServer({ midweek: true });
  const token = await server.login(0);

  async function make(mandate: Partial<Mandate> = {}, at = token): Promise<TestKey> {
    const fields = { name: 'Bot', kind: 'hmac-sha256', ...usual, ...mandate, current_password: PASSWORD };
    const { body } = await server.call('POST api_keys/create', { token: at, fields });
    if (body.type !== 'ok') throw new Error(`expected a key, found ${JSON.stringify(body)}`);
    const { id, key, secret = '' } = body.message as CallOutput<'POST api_keys/create'>;
    return { id, key, sign: hmac(secret) };
  }

  async function makeEd25519(mandate: Partial<Mandate> = {}): Promise<TestKey> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const fields = {
      ...{ name: 'Signer', kind: 'ed25519', ...usual, ...mandate, current_password: PASSWORD },
      public_key: rawOf(publicKey),
    };
    const { body } = await server.call('POST api_keys/create', { token, fields });
    if (body.type !== 'ok') throw new Error(`expected a key, found ${JSON.stringify(body)}`);
    const { id, key } = body.message as CallOutput<'POST api_keys/create'>;
    return { id, key, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64') };
  }

  /** Makes a call as a program does. */
  async function by(
    key: Pick<TestKey, 'key' | 'sign'>,
    name: CallName,
    fields: Record<string, unknown> = {},
    { timeMs = Date.now(), windowMs, idempotencyKey, forge = (signature) => signature }: Signed = {},
  ): Promise<Answer> {
    const { method, path } = methodAndPath(name);
    const isGet = method === 'GET';
    const query = new URLSearchParams(fields as Record<string, string>).toString();
    const url = `/api/${path}${isGet && query !== '' ? `?${query}` : ''}`;
    const sent = isGet ? '' : JSON.stringify(fields);
    const bodyHash = createHash('sha256').update(sent).digest('hex');
    const response = await fetch(`${server.origin}${url}`, {
      method,
      headers: {
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        'candor-key': key.key,
        'candor-time': String(timeMs),
        'candor-signature': forge(key.sign([timeMs, method, url, bodyHash].join('\n'))),
        ...(windowMs === undefined ? {} : { 'candor-window': String(windowMs) }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(isGet ? {} : { body: sent }),
    });
    return (await response.json()) as Answer;
  }

  async function said(name: CallName, fields: Record<string, unknown> = {}, at = token): Promise<Answer> {
    return (await server.call(name, { token: at, fields })).body as Answer;
  }
  return { server, token, make, makeEd25519, by, said };
}
