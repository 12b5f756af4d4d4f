/**
 * A customer's programs, with everything that the customer types for them: API keys of both kinds that execute every command
 * that a key may execute, orders that await the customer's confirmation, and webhooks.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { wellAnswered } from '@candor/testing/front-door.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { hmac, signedCall } from '../../src/features/api-keys/testing/signed-call.ts';
import type { Answer, TestKey } from '../../src/features/api-keys/testing/signed-call.ts';

type Fields = Readonly<Record<string, unknown>>;
type Signer = Pick<TestKey, 'key' | 'sign'>;
export type Customer = { readonly token: string; readonly password: string };

const TRIES_MAX = 100;
const NAMES = {
  signer: 'qz9 canary signer',
  asker: 'qz9 canary asker',
  market: 'qz9-canary-market-of-key',
  resting: 'qz9-canary-resting-of-key',
  second: 'qz9-canary-second-of-key',
};
const NETWORK = '203.0.113.77/32';
const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '20' };
const REST = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.001', price: '10000' };

/** Repeats a call while the platform has no price that is fresh enough for it. */
export async function patiently(
  call: () => Promise<Pick<Envelope<unknown>, 'type'> & { error?: string }>,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const body = await call();
    if (body.error !== 'busy' || tries === TRIES_MAX) return wellAnswered(body as Envelope<unknown>);
    // oxlint-disable-next-line no-await-in-loop
    await delay(100);
  }
}

/** Returns the texts that say who the customer is: names, secrets, keys and addresses. */
export async function usePrograms(server: WholeServer, customer: Customer): Promise<readonly string[]> {
  return [...(await useKeys(server, customer)), ...(await useWebhooks(server, customer))];
}

const asCustomer =
  (server: WholeServer, { token }: Customer) =>
  async <Name extends CallName>(name: Name, fields: Fields = {}): Promise<CallOutput<Name>> =>
    (await patiently(async () => (await server.call(name, { token, fields })).body)) as CallOutput<Name>;

async function useKeys(server: WholeServer, customer: Customer): Promise<readonly string[]> {
  const ask = asCustomer(server, customer);
  const confirmed = { current_password: customer.password };
  const mandate = {
    ...{ scopes: ['read', 'trade'], order_max: '1000', loss_max: '100', days: 30, ...confirmed },
    ...{ symbols: ['BTC/USDT', 'ETH/USDT'], networks: ['127.0.0.0/8', NETWORK] },
  };
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signer = await ask('POST api_keys/create', {
    ...{ ...mandate, name: NAMES.signer, kind: 'ed25519', public_key: raw.toString('base64') },
  });
  const asker = await ask('POST api_keys/create', {
    ...{ ...mandate, name: NAMES.asker, kind: 'hmac-sha256', symbols: [], ask_above: '10' },
  });
  const { secret = '' } = asker;
  await tradeAs(server, {
    ...{ id: signer.id, key: signer.key },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  });
  const asks = { id: asker.id, key: asker.key, sign: hmac(secret) };
  await ask('POST api_keys/confirm', { id: await waiting(server, asks) });
  await ask('POST api_keys/decline', { id: await waiting(server, asks) });
  for (const { id } of [signer, asker]) await ask('POST api_keys/revoke', { id, ...confirmed });
  const address = NETWORK.replace('/32', '');
  return [...Object.values(NAMES), address, raw.toString('hex'), signer.key, asker.key, secret];
}

/** Executes every command that a key may execute. */
async function tradeAs(server: WholeServer, key: Signer): Promise<void> {
  const by = <Name extends CallName>(name: Name, fields: Fields = {}): Promise<CallOutput<Name>> =>
    patiently(() => signedCall(server.origin, key, { name, fields }) as Promise<never>) as Promise<
      CallOutput<Name>
    >;
  await by('POST coin/trade', { ...BUY, client_order_id: NAMES.market });
  await by('POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.0002' });
  await by('POST coin/trade', { ...REST, client_order_id: NAMES.resting });
  await by('POST order/amend', { client_order_id: NAMES.resting, price: '11000' });
  await by('POST order/cancel', { client_order_id: NAMES.resting });
  await by('POST coin/trade', { ...REST, client_order_id: NAMES.second });
  await by('POST order/cancel_all');
}

/** Returns the number of a new order that awaits its customer's confirmation. */
async function waiting(server: WholeServer, key: Signer): Promise<string> {
  const answer: Answer = await signedCall(server.origin, key, { name: 'POST coin/trade', fields: BUY });
  const id = answer.params?.['id'];
  if (id === undefined) throw new Error(`expected an order that waits, found ${JSON.stringify(answer)}`);
  return id;
}

async function useWebhooks(server: WholeServer, customer: Customer): Promise<readonly string[]> {
  const ask = asCustomer(server, customer);
  const confirmed = { current_password: customer.password };
  const [url, other] = ['https://qz9canaryhook.example.com/of', 'https://qz9canaryother.example.com/of'];
  const kinds = ['order.filled', 'order.cancelled'];
  const made = await ask('POST webhooks/create', { url, kinds, ...confirmed });
  const { id } = made;
  await ask('POST webhooks/change', { id, url: other, kinds, enabled: false, ...confirmed });
  const rotated = await ask('POST webhooks/rotate', { id, ...confirmed });
  await ask('POST webhooks/delete', { id, ...confirmed });
  return [url, other, made.secret, rotated.secret];
}
