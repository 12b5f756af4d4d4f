/** An API key of an example customer, as the app makes it. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import type { Keys } from './clients.ts';

type Scope = 'read' | 'trade';

export async function makeKeys(
  server: WholeServer,
  scopes: readonly Scope[] = ['read', 'trade'],
): Promise<Keys & { readonly id: string }> {
  const fields = {
    ...{ name: 'Bot', kind: 'hmac-sha256', scopes, symbols: [], networks: [], days: 30 },
    ...{ order_max: '5000', loss_max: '5000', current_password: 'Demo-lena-1' },
  };
  const { body } = await server.call('POST api_keys/create', { token: await server.login(0), fields });
  if (body.type !== 'ok') throw new Error(`expected a key, found ${JSON.stringify(body)}`);
  const { id, key: apiKey, secret = '' } = body.message as CallOutput<'POST api_keys/create'>;
  return { id, apiKey, secret };
}
