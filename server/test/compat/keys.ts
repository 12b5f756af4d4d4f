/** An API key of an example customer, as the app makes it. */
import { generateKeyPairSync } from 'node:crypto';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import type { Keys } from './clients.ts';

type Scope = 'read' | 'trade';

type Kind = { readonly kind: 'hmac-sha256' } | { readonly kind: 'ed25519'; readonly public_key: string };
type Made = Keys & { readonly id: string };

export async function makeKeys(
  server: WholeServer,
  scopes: readonly Scope[] = ['read', 'trade'],
  kind: Kind = { kind: 'hmac-sha256' },
): Promise<Made> {
  const fields = {
    ...{ name: 'Bot', ...kind, scopes, symbols: [], networks: [], days: 30 },
    ...{ order_max: '5000', loss_max: '5000', current_password: 'Demo-lena-1' },
  };
  const { body } = await server.call('POST api_keys/create', { token: await server.login(0), fields });
  if (body.type !== 'ok') throw new Error(`expected a key, found ${JSON.stringify(body)}`);
  const { id, key: apiKey, secret = '' } = body.message as CallOutput<'POST api_keys/create'>;
  return { id, apiKey, secret };
}

/** A key that signs with Ed25519, with its private key as clients take it. */
export async function makeEd25519(
  server: WholeServer,
  scopes?: readonly Scope[],
): Promise<Made & { readonly privateKey: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'jwk' }).x ?? '';
  const public_key = Buffer.from(raw, 'base64url').toString('base64');
  const made = await makeKeys(server, scopes, { kind: 'ed25519', public_key });
  return { ...made, privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}
