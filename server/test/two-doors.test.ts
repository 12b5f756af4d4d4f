/**
 * The customers' server and the operators' server, seen from outside: the calls that each serves, the host names that each
 * accepts, and the pages that may use each.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { knock, wellAnswered } from '@candor/testing/front-door.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await openWholeServer();
});
afterAll(() => server.stop());

/** Sends these exact bytes to a server. Returns the answer once the server closes the connection. */
function rawly(origin: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
    socket.setTimeout(5000, () => socket.destroy());
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  });
}
const statusOf = async (origin: string, lines: readonly string[]): Promise<number> =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(await rawly(origin, lines))?.[1]);

describe('the customers’ server', () => {
  test.each([
    '/console',
    '/console/',
    '/console/index.html',
    '/api/console/login',
    '/api/console/me',
    '/api/console/live',
  ])('returns 404 for %s, even to an operator', async (path) => {
    const { token } = await openConsoleLine(server, 'ada');
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${server.origin}${path}`, { method, headers: { authorization: token } });
      expect([method, answer.status]).toEqual([method, 404]);
    }
    if (path.endsWith('/me'))
      expect(
        (await fetch(`${server.consoleOrigin}${path}`, { headers: { authorization: token } })).status,
      ).toBe(200);
  });

  test('serves calls that the operators’ server does not serve', async () => {
    for (const path of [
      '/api/currency/quotation_new',
      '/api/user/info',
      '/socket.io/?EIO=4&transport=polling',
    ])
      expect([path, (await fetch(`${server.consoleOrigin}${path}`)).status]).toEqual([path, 404]);
  });
});

describe.each([
  ['customers', () => server.origin, '/api/currency/quotation_new'],
  ['operators', () => server.consoleOrigin, '/healthz'],
])('the server of %s', (_whose, at, path) => {
  const ask = (host: string, ...headers: string[]) =>
    statusOf(at(), [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers]);

  test('accepts only its own host names', async () => {
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]', '192.168.1.5:8080'])
      expect([host, await ask(host)]).toEqual([host, 200]);
    for (const host of ['evil.example', 'localhost.evil.example', '203.0.113.7', 'evil.example:80'])
      expect([host, await ask(host)]).toEqual([host, 421]);
    // No header is trusted to supply another host name.
    expect(await ask('evil.example', 'X-Forwarded-Host: localhost')).toBe(421);
  });

  test('accepts requests only from its own page', async () => {
    expect(await ask('localhost:8080', 'Origin: http://localhost:8080')).toBe(200);
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000',
      'https://localhost:8080.evil.example',
    ])
      expect([origin, await ask('localhost:8080', `Origin: ${origin}`)]).toEqual([origin, 403]);
  });
});

test('refuses sockets and the console’s stream to other pages and under other host names', async () => {
  const upgrade = (host: string, origin: string, path = '/socket.io/?EIO=4&transport=websocket') => [
    ...[`GET ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, 'Upgrade: websocket'],
    ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
  ];
  // The `Connection` header sent last decides, and an upgrade requires a `Connection` header that names it.
  const open = async (lines: readonly string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
      socket.once('data', (chunk) => {
        resolve(chunk.toString().slice(9, 12));
        socket.destroy();
      });
      socket.on('close', () => resolve('closed'));
      socket.on('error', () => resolve('closed'));
      socket.write(`${lines.join('\r\n')}\r\nConnection: Upgrade\r\n\r\n`);
    });
  expect(await open(upgrade('localhost', 'http://localhost'))).toBe('101');
  expect(await open(upgrade('localhost', 'https://evil.example'))).toBe('403');
  expect(await open(upgrade('evil.example', 'http://evil.example'))).toBe('403');
  expect(await open(upgrade('localhost', 'https://evil.example', '/api/feed'))).toBe('403');
  const { token } = await openConsoleLine(server, 'sam');
  const live = (host: string, origin: string) =>
    statusOf(server.consoleOrigin, [
      ...['GET /api/console/live HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, `Authorization: ${token}`],
    ]);
  expect(await live('localhost', 'https://evil.example')).toBe(403);
  expect(await live('evil.example', 'http://evil.example')).toBe(421);
});

test('closes a connection that requests an unknown upgrade', async () => {
  for (const at of [server.origin, server.consoleOrigin]) {
    const startedAt = performance.now();
    const heard = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(at).port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
      socket.setTimeout(8000, () => socket.destroy());
      socket.write(
        'GET /anything HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: tls\r\n\r\n',
      );
    });
    expect(heard).not.toMatch(/^HTTP\/1.1 101/);
    expect(performance.now() - startedAt).toBeLessThan(7000);
  }
});

test('ignores headers in which clients claim another address', async () => {
  const lena = { account: 'lena', password: 'Demo-lena-1' };
  const { body, headers } = await knock(server.origin, 'POST user/login', {
    fields: lena,
    address: '127.77.0.1',
    headers: { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' },
  });
  expect(String(headers['set-cookie'])).not.toContain('Secure');
  const listed = await knock(server.origin, 'GET user/sessions', { token: wellAnswered(body) as string });
  const text = JSON.stringify(listed.body);
  expect(text).toContain('"127.77.0.1"');
  expect(text).not.toContain('198.51.100.7');
});
