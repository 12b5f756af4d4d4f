/** A successful example of each API key call. */
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { hmac, signedCall } from './signed-call.ts';

type Done = (call: CallName, fields: Record<string, unknown>) => Promise<unknown>;

/** @param done Makes a call as the customer, and returns its output. */
export function apiKeysCalledWell(done: Done, of: { origin: () => string; password: string }) {
  const confirmed = { current_password: of.password };
  const wanted = {
    ...{
      name: 'Walker',
      kind: 'hmac-sha256' as const,
      scopes: ['trade' as const],
      symbols: [],
      networks: [],
      days: 1,
    },
    ...{ order_max: '100', loss_max: '10', ask_above: '10', ...confirmed },
  };
  const made = async () => (await done('POST api_keys/create', wanted)) as CallOutput<'POST api_keys/create'>;
  /** Returns an order that awaits the customer's confirmation. */
  const waiting = async () => {
    const { key, secret = '' } = await made();
    const fields = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '20' };
    const asked = { name: 'POST coin/trade', fields } as const;
    const { params } = await signedCall(of.origin(), { key, sign: hmac(secret) }, asked);
    return { id: params?.['id'] ?? '' };
  };
  return {
    'GET api_keys': {},
    'POST api_keys/create': wanted,
    'POST api_keys/revoke': async () => ({ id: (await made()).id, ...confirmed }),
    'GET api_keys/waiting': {},
    'POST api_keys/confirm': waiting,
    'POST api_keys/decline': waiting,
  };
}
