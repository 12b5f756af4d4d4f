/** A call that bypasses Fastify gets the same answer as one through Fastify, and no other request bypasses it. */
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';

let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({ attempts: { loginAddressMax: 10_000 } });
  await door.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => door.close());

let accounts = 0;

/** Each attempt uses its own account, because attempts at one account are counted. */
function wellFormed(): string {
  accounts += 1;
  return JSON.stringify({ account: `nobody${accounts}`, password: 'wrong-7!kqz' });
}

type Sent = { readonly path?: string; readonly type?: string; readonly body: string | Buffer };

/** Makes the call over a connection, and returns its status and body. */
async function direct({ path = '/api/user/login', type = 'application/json', body }: Sent) {
  const { port } = door.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  return { status: answer.status, body: await answer.text(), type: answer.headers.get('content-type') };
}

/** Fastify's injection doesn't use the server's listeners. */
async function byFastify({ path = '/api/user/login', type = 'application/json', body }: Sent) {
  const headers = { 'content-type': type };
  const answer = await door.app.inject({ method: 'POST', url: path, headers, payload: body });
  return { status: answer.statusCode, body: answer.body, type: answer.headers['content-type'] };
}

it.each<[string, Sent]>([
  ['a call', { body: wellFormed() }],
  ['a call with a charset', { body: wellFormed(), type: 'application/json; charset=utf-8' }],
  ['an unusual charset', { body: wellFormed(), type: 'application/json; charset=latin1' }],
  ['a form', { body: 'account=a&password=b', type: 'application/x-www-form-urlencoded' }],
  ['truncated JSON', { body: '{"account":' }],
  ['a duplicate field', { body: '{"account":"a","account":"b","password":"c"}' }],
  ['an array', { body: '[]' }],
  ['invalid UTF-8', { body: Buffer.from('{"account":"\xff"}', 'latin1') }],
  ['a missing field', { body: '{}' }],
  ['no body', { body: '' }],
  ['a body that is too long', { body: JSON.stringify({ account: 'a'.repeat(2_000_000) }) }],
  ['a query', { body: wellFormed(), path: '/api/user/login?a=b' }],
  ['an escaped path', { body: wellFormed(), path: '/api/user/lo%67in' }],
  ['a trailing slash', { body: wellFormed(), path: '/api/user/login/' }],
  ['an unknown path', { body: wellFormed(), path: '/api/constructor' }],
  ['a call without a session', { body: '{"id":"1"}', path: '/api/order/cancel' }],
  ['another content type', { body: '<a/>', type: 'application/xml' }],
])('answers as Fastify does: %s', async (_what, sent) => {
  const [one, other] = [await direct(sent), await byFastify(sent)];
  expect(one).toEqual(other);
});

it('reads a body that arrives in parts, and the next request of the connection', async () => {
  const { port } = door.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const good = wellFormed();
  let received = '';
  socket.on('data', (bytes) => (received += String(bytes)));
  const head = `POST /api/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${good.length}\r\n\r\n`;
  for (const part of [head.slice(0, 30), head.slice(30), good.slice(0, 5), good.slice(5)]) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  socket.write(head + good);
  await expect.poll(() => received.match(/HTTP\/1\.1 4\d\d/g)?.length).toBe(2);
  socket.destroy();
});

it('survives a body that never ends', async () => {
  const { port } = door.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /api/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  const sent = { body: wellFormed() };
  expect(await direct(sent)).toEqual(await byFastify(sent));
});
