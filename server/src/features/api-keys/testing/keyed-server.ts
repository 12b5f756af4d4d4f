/** Test helpers: API keys of an example customer on a full server, and requests signed with them. */
import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { CallName } from '@candor/protocol/calls.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer, WholeServerOptions } from '@candor/testing/whole-server.ts';
import { hmac, signedCall } from './signed-call.ts';
import type { Answer, Signed, TestKey } from './signed-call.ts';

export const PASSWORD = 'Demo-lena-1';

export type Mandate = {
  /** Defaults to `Bot`. */
  readonly name?: string;
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

const rawOf = (publicKey: KeyObject): string =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

export async function openKeyed(options: WholeServerOptions = { midweek: true }) {
  const server: WholeServer = await openWholeServer(options);
  const token = await server.login(0);

  async function make(mandate: Partial<Mandate> = {}, at = token): Promise<TestKey> {
    const fields = { name: 'Bot', kind: 'hmac-sha256', ...usual, ...mandate, current_password: PASSWORD };
    const { body } = await server.call('POST api_keys/create', { token: at, fields });
    if (body.type !== 'ok') throw new Error(`expected a key, found ${JSON.stringify(body)}`);
    const { id, key, secret = '' } = body.message as CallOutput<'POST api_keys/create'>;
    return { id, key, sign: hmac(secret), secret };
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

  /** Makes a call signed with a key. */
  const by = (
    key: Pick<TestKey, 'key' | 'sign'>,
    name: CallName,
    fields: Record<string, unknown> = {},
    how: Signed = {},
  ): Promise<Answer> => signedCall(server.origin, key, { name, fields, ...how });

  async function said(name: CallName, fields: Record<string, unknown> = {}, at = token): Promise<Answer> {
    return (await server.call(name, { token: at, fields })).body as Answer;
  }
  return { server, token, make, makeEd25519, by, said };
}
