/**
 * The addresses from which an API key works, when a proxy forwards requests: only a trusted proxy may state where a request
 * came from, and only the part that the proxy itself added counts, on every interface.
 */
import { createHash, createHmac } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeyed } from '../src/features/api-keys/testing/keyed-server.ts';
import type { TestKey } from '../src/features/api-keys/testing/signed-call.ts';

/** The network in which the key works, with an address inside it and one outside it. */
const NETWORK = '203.0.113.0/24';
const INSIDE = '203.0.113.7';
const OUTSIDE = '198.51.100.7';
/** The networks of the proxy in these tests, in which another key works. */
const PROXYS = ['127.0.0.0/8', '::1/128'];

type World = Awaited<ReturnType<typeof openKeyed>>;

const nothing = createHash('sha256').digest('hex');

/** Reads the customer's orders over each interface; returns the code of each refusal. */
async function refusalsOf({ server }: World, key: TestKey, forwarded: string | undefined): Promise<string[]> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const [time, path] = [String(Date.now()), '/api/coin/list'];
  const text = [time, 'GET', path, nothing, '', ''].join('\n');
  const own = await fetch(`${server.origin}${path}`, {
    headers: {
      ...{ 'candor-key': key.key, 'candor-time': time, 'candor-signature': key.sign(text) },
      ...headers,
    },
  });
  const signature = createHmac('sha256', key.secret ?? '')
    .update(`timestamp=${time}`)
    .digest('hex');
  const compat = await fetch(
    `${server.origin}/compat/binance/api/v3/openOrders?timestamp=${time}&signature=${signature}`,
    { headers: { 'x-mbx-apikey': key.key, ...headers } },
  );
  const [ownAnswer, compatAnswer] = (await Promise.all([own.json(), compat.json()])) as [
    { error?: string },
    { code?: number },
  ];
  return [
    ownAnswer.error ?? 'ok',
    compatAnswer.code === undefined ? 'ok' : String(compatAnswer.code),
    await onSocket(server.origin, key, headers),
  ];
}

async function onSocket(origin: string, key: TestKey, extraHeaders: Record<string, string>): Promise<string> {
  const socket = io(origin, { forceNew: true, transports: ['websocket'], extraHeaders });
  await new Promise<void>((done) => socket.once('connect', done));
  const time = Date.now();
  const text = [time, 'SOCKET', `/socket.io?id=${socket.id ?? ''}`, nothing, '', ''].join('\n');
  const login = { key: key.key, time, signature: key.sign(text) };
  const { error = 'ok' } = (await socket.emitWithAck('authenticate', login)) as { error?: string };
  socket.close();
  return error;
}

const ALLOWED = ['ok', 'ok', 'ok'];
const REFUSED = ['api_address_refused', '-2015', 'api_address_refused'];

describe.each<[string, string | undefined, readonly (readonly [string | undefined, string[]])[]]>([
  [
    'without a trusted proxy',
    undefined,
    [
      [undefined, REFUSED],
      [INSIDE, REFUSED],
    ],
  ],
  [
    'behind a trusted proxy',
    '127.0.0.0/8,::1/128',
    [
      [INSIDE, ALLOWED],
      [`${OUTSIDE}, ${INSIDE}`, ALLOWED],
      [OUTSIDE, REFUSED],
      // The caller's text comes before the proxy's.
      [`${INSIDE}, ${OUTSIDE}`, REFUSED],
      [`${INSIDE}, unknown`, REFUSED],
      [undefined, REFUSED],
    ],
  ],
])('%s', (_where, trustedProxies, cases) => {
  let world: World;
  let key: TestKey;
  let proxys: TestKey;
  beforeAll(async () => {
    world = await openKeyed({ ...(trustedProxies !== undefined && { trustedProxies }) });
    key = await world.make({ networks: [NETWORK], symbols: [] });
    proxys = await world.make({ networks: PROXYS, symbols: [] });
  });
  afterAll(() => world.server.stop());

  test.each(cases)(
    'each entry point answers a request forwarded for %s with %s',
    async (forwarded, expected) => {
      expect(await refusalsOf(world, key, forwarded)).toEqual(expected);
    },
  );

  test('does not treat a request of a proxy that doesn’t name its client as the proxy’s own', async () => {
    const expected = trustedProxies === undefined ? ALLOWED : REFUSED;
    for (const forwarded of [undefined, 'unknown', `${OUTSIDE}, 203.0.113.9:4711`])
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusalsOf(world, proxys, forwarded)).toEqual(expected);
  });
});
