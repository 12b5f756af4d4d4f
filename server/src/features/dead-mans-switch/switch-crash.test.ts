/**
 * A server is killed while switches are armed. After the restart, each switch whose time has run out fires and cancels the
 * resting orders.
 */
import { expect, test } from 'vitest';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { breaches } from '../../app/breaches.ts';
import { ownersUrl } from '../../db/postgres-cluster.ts';
import { createPool } from '../../db/pool.ts';

type Asking = { readonly origin: string; readonly token?: string };

async function ask<Payload>({ origin, token }: Asking, path: string, body: object): Promise<Payload> {
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: token }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { type: string; message: Payload };
  if (answer.type !== 'ok')
    throw new Error(`expected an answer from ${path}, found ${JSON.stringify(answer)}`);
  return answer.message;
}

test('fires each armed switch after the server is killed and restarted', { timeout: 180_000 }, async () => {
  const data = makeDataFolder();
  const port = await freePort();
  let server = await startServer({ data: data.path, port });
  try {
    const { origin } = server;
    const token = await ask<string>({ origin }, 'user/login', { account: 'lena', password: 'Demo-lena-1' });
    const as = { origin, token };
    const order = { symbol: 'BTC/USDT', type: 'limit', quantity: '0.01', price: '1000' };
    await ask(as, 'wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '500' });
    const { id: spot } = await ask<{ id: string }>(as, 'coin/trade', { ...order, side: 'buy' });
    const { id: leveraged } = await ask<{ id: string }>(as, 'lever/submit', {
      ...order,
      ...{ side: 'long', leverage: 20 },
    });
    await ask(as, 'orders/dead_mans_switch', { seconds: 5 });
    server.process.kill('SIGKILL');
    await server.ended;
    server = await startServer({ data: data.path, port });
    const owner = createPool(await ownersUrl(data.path), { max: 2 });
    const states = async () => {
      const { rows } = await owner.query<{ state: string }>(
        `select status as state from spot_order where id = $1 union all select status from position where id = $2
          union all select status from dead_mans_switch`,
        [spot, leveraged],
      );
      return rows.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 60_000 }).toEqual(['cancelled', 'cancelled', 'fired']);
    expect(await breaches(owner)).toEqual([]);
    await owner.end();
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
    data.remove();
  }
});
