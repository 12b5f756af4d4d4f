/** A server is killed between an attempt and its record. After the restart, the event is delivered again under the same id. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { breaches } from '../../app/breaches.ts';
import { ownersUrl } from '../../db/postgres-cluster.ts';
import { createPool } from '../../db/pool.ts';
import { Receiver } from './testing/receiver.ts';

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

test(
  'delivers an event again if the server is killed before it recorded the attempt, and loses none',
  { timeout: 180_000 },
  async () => {
    const receiver = await Receiver.open();
    const data = makeDataFolder();
    const port = await freePort();
    const more = ['--push-services', `fcm.googleapis.com,${receiver.origin}`];
    let server = await startServer({ data: data.path, port, more });
    try {
      const { origin } = server;
      const password = 'Demo-lena-1';
      const token = await ask<string>({ origin }, 'user/login', { account: 'lena', password });
      const as = { origin, token };
      const { secret } = await ask<{ secret: string }>(as, 'webhooks/create', {
        ...{ url: receiver.url, kinds: ['order.filled', 'order.cancelled'], current_password: password },
      });
      receiver.manner = 'silent';
      const order = { symbol: 'BTC/USDT', type: 'limit', side: 'buy', quantity: '0.01', price: '1000' };
      const ids: string[] = [];
      for (let at = 0; at < 4; at += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one order after the other
        const { id } = await ask<{ id: string }>(as, 'coin/trade', order);
        // oxlint-disable-next-line no-await-in-loop
        await ask(as, 'order/cancel', { id });
        ids.push(`order_cancelled_${id}`);
      }
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
      server.process.kill('SIGKILL');
      await server.ended;
      const first = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
      receiver.manner = 204;
      server = await startServer({ data: data.path, port, more });
      const again = () => receiver.received.slice(2);
      await expect.poll(() => again().length, { timeout: 60_000 }).toBe(4);
      expect(
        again()
          .map(({ headers }) => headers['webhook-id'])
          .toSorted(),
      ).toEqual(ids.toSorted());
      expect(again().map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(
        expect.arrayContaining(first),
      );
      for (const { headers, body } of again())
        new Webhook(secret).verify(body, headers as Record<string, string>);
      const owner = createPool(await ownersUrl(data.path), { max: 2 });
      expect(await breaches(owner)).toEqual([]);
      await owner.end();
    } finally {
      server.process.kill('SIGTERM');
      await server.ended;
      await receiver.close();
      data.remove();
    }
  },
);
