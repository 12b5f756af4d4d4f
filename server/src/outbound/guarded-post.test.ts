/** Posting to hostile addresses and receivers. None of them can reach this machine or a private network, or delay the sender. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createPlainServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedPost, PrivateAddressError, publicLookup } from './guarded-post.ts';

const opened: Server[] = [];
let reached = 0;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  return (server.address() as AddressInfo).port;
}

let port: number;
beforeAll(async () => {
  port = await listen(
    createServer((_, response) => {
      reached += 1;
      response.writeHead(200).end();
    }),
  );
});
afterAll(() => {
  for (const server of opened) server.close();
});

function post(url: string, origins: readonly string[] = [], timeoutMs = 2000): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  return guardedPost({ url: new URL(url), headers: {}, body: '{}', signal, origins });
}

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
])('connects to no private address that a URL names literally: %s', async (host) => {
  await expect(post(`http://${host}:${port}/`)).rejects.toThrow(PrivateAddressError);
  expect(reached).toBe(0);
});

test('connects to no name of this machine', async () => {
  await expect(post(`http://localhost:${port}/`)).rejects.toThrow(/localhost to resolve only to public/);
  expect(reached).toBe(0);
});

test('hands the connection exactly the addresses that it checked, so that a second look-up cannot change them', async () => {
  const looked = (all: boolean) =>
    new Promise((resolve) => publicLookup('localhost', { all }, (error, found) => resolve(error ?? found)));
  expect(await looked(true)).toBeInstanceOf(PrivateAddressError);
  expect(await looked(false)).toBeInstanceOf(PrivateAddressError);
});

test('returns the status of a redirect and does not follow it', async () => {
  const to = await listen(
    createServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/stolen` }).end();
    }),
  );
  expect(await post(`http://127.0.0.1:${to}/`, [`http://127.0.0.1:${to}`])).toBe(307);
  expect(reached).toBe(0);
});

test('times out on a receiver that accepts the connection and sends nothing', async () => {
  const silent = await listen(createPlainServer(() => undefined));
  const at = `http://127.0.0.1:${silent}`;
  await expect(post(at, [at], 200)).rejects.toThrow(/aborted/);
});

test('aborts on headers that never end, and reads no body', async () => {
  const endless = await listen(
    createPlainServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        if (!socket.destroyed && socket.write(`x-more: ${'x'.repeat(4000)}\r\n`)) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
    }),
  );
  const at = `http://127.0.0.1:${endless}`;
  await expect(post(at, [at])).rejects.toThrow(/Header overflow/);
  let sent = 0;
  const big = await listen(
    createServer((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(256 * 1024);
      const more = (): void => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    }),
  );
  expect(await post(`http://127.0.0.1:${big}`, [`http://127.0.0.1:${big}`])).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

test('rejects a certificate of an unknown authority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-certificate-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
      ],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const secure = await listen(createSecureServer(made, (_, response) => response.end()));
  const at = `https://127.0.0.1:${secure}`;
  await expect(post(at, [at])).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});
