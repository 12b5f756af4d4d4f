/**
 * A server that is about to stop rejects requests that can be repeated elsewhere, answers the others, and keeps no connection
 * open.
 */
import fastify from 'fastify';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Callers } from '../callers/callers.ts';
import { ServedNames } from '../callers/served-names.ts';
import { admitOnly } from './admission.ts';

const app = () => fastify({ forceCloseConnections: 'idle' });
let server: ReturnType<typeof app>;
let leaving: boolean;
let orders: number;
let agent: Agent;

beforeEach(async () => {
  [leaving, orders] = [false, 0];
  agent = new Agent({ keepAlive: true });
  server = app();
  server.get('/quotes', () => 'prices');
  server.get('/readyz', (_request, reply) => reply.code(leaving ? 503 : 200).send('told'));
  server.post('/order', () => ({ order: (orders += 1) }));
  await server.ready();
  admitOnly(server.server, {
    callers: new Callers([]),
    names: new ServedNames({ origins: [], alsoPrivate: true }),
    leaving: () => leaving,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  agent.destroy();
  await server.close();
});

type Answer = { readonly status: number; readonly connection: string | undefined; readonly text: string };

const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, text }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

test('answers every request until the process is stopping', async () => {
  expect(await ask('GET', '/quotes')).toMatchObject({ status: 200, connection: 'keep-alive' });
  expect(await ask('POST', '/order')).toMatchObject({ status: 200, connection: 'keep-alive' });
});

test('while stopping, executes orders, sends reads to another server, and closes connections', async () => {
  await ask('GET', '/quotes');
  leaving = true;
  expect(await ask('POST', '/order')).toEqual({ status: 200, connection: 'close', text: '{"order":1}' });
  const sentAway = await ask('GET', '/quotes');
  expect(sentAway).toMatchObject({ status: 502, connection: 'close' });
  expect(JSON.parse(sentAway.text)).toMatchObject({ type: 'error', error: 'busy' });
  expect(await ask('HEAD', '/quotes')).toMatchObject({ status: 502, connection: 'close' });
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 503, text: 'told' });
  expect(orders).toBe(1);
});

test('while stopping, sends new sockets to another server as well', async () => {
  leaving = true;
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
  expect((await ask('GET', '/socket.io/?EIO=4&transport=websocket', upgrade)).status).toBe(502);
});
