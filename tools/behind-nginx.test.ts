/** The server behind the nginx of docs/nginx.conf, as clients on the internet reach it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '@candor/protocol/features.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { findNginx } from './nginx.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { freePort } from '@candor/testing/running-server.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const CONFIGURATION = readFileSync(fileURLToPath(new URL('../docs/nginx.conf', import.meta.url)), 'utf8');
const NAME = 'candor.example';
const DESK = 'desk.candor.internal';

let server: WholeServer;
let nginx: ChildProcess;
let folder: string;
let port: number;
let deskPort: number;

beforeAll(async () => {
  const found = findNginx();
  if ('sentence' in found) throw new Error(found.sentence);
  server = await openWholeServer({
    trustedProxies: '127.0.0.1',
    publicOrigins: [`http://${NAME}`],
    consoleOrigins: [`http://${DESK}`],
  });
  [port, deskPort] = [await freePort(), await freePort()];
  folder = mkdtempSync(join(tmpdir(), 'candor-nginx-'));
  chmodSync(folder, 0o777);
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configured());
  nginx = spawn(found.path, ['-c', path, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'pipe' });
  let printed = '';
  nginx.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  for (let tries = 0; (await statusOf('/healthz').catch(() => 0)) !== 200; tries += 1) {
    if (nginx.exitCode !== null || tries > 200)
      throw new Error(`expected nginx to answer, but it printed: ${printed}`);
    await delay(50);
  }
});
afterAll(async () => {
  const ended = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await ended;
  await server.stop();
  rmSync(folder, { recursive: true });
});

/**
 * The documented configuration with different ports, without TLS, and without files outside the folder. All other lines are
 * tested.
 */
function configured(): string {
  const replaced = (text: string, from: RegExp, to: string): string => {
    expect(text).toMatch(from);
    return text.replaceAll(from, to);
  };
  let text = CONFIGURATION;
  text = replaced(text, /listen 10\.0\.0\.1:443 ssl http2/g, `listen 127.0.0.1:${deskPort}`);
  text = replaced(text, /listen 443 ssl http2/g, `listen 127.0.0.1:${port}`);
  text = replaced(text, /^.*ssl_certificate.*$/gm, '');
  text = replaced(text, /127\.0\.0\.1:8080/g, new URL(server.origin).host);
  text = replaced(text, /127\.0\.0\.1:8082/g, new URL(server.consoleOrigin).host);
  text = replaced(text, /allow 10\.0\.0\.0\/8/g, 'allow 127.0.0.0/8');
  text = replaced(text, /worker_processes auto;/g, `daemon off; worker_processes 1; pid ${folder}/pid;`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  return replaced(text, /include \/etc\/nginx\/mime\.types;/g, paths.join('\n'));
}

type Asked = {
  readonly method?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly from?: string;
  readonly at?: number;
};
type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

function ask(path: string, asked: Asked = {}): Promise<Answered> {
  const { method = 'GET', host = NAME, headers = {}, body, from = '127.0.0.1', at = port } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: at,
        host: '127.0.0.1',
        localAddress: from,
        agent: false,
        path,
        method,
        headers: { host, ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
const statusOf = async (path: string, asked?: Asked): Promise<number> => (await ask(path, asked)).status;
const login = (account: string, password: string, asked: Asked = {}) =>
  ask('/api/user/login', {
    method: 'POST',
    body: JSON.stringify({ account, password }),
    ...asked,
    headers: { 'content-type': 'application/json', ...asked.headers },
  });

test('serves the app for its own host name, and rejects any other name', async () => {
  expect(await statusOf('/api/currency/quotation_new')).toBe(200);
  for (const host of ['evil.example', 'localhost', '127.0.0.1'])
    expect([host, await statusOf('/api/currency/quotation_new', { host })]).toEqual([host, 421]);
  const evil = { headers: { origin: 'https://evil.example' } };
  expect(await statusOf('/api/currency/quotation_new', evil)).toBe(403);
  expect(await statusOf('/api/currency/quotation_new', { headers: { origin: `http://${NAME}` } })).toBe(200);
});

test('sends each policy header of a page exactly once', async () => {
  for (const [path, asked] of [
    ['/', {}],
    ['/console/', { at: deskPort, host: DESK }],
  ] as const) {
    const { status, headers } = await ask(path, asked);
    expect([path, status, headers['strict-transport-security']]).toEqual([path, 200, 'max-age=63072000']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    // A client would join two policy headers with a comma.
    expect(policy).not.toContain(',');
  }
});

describe('the console behind nginx', () => {
  test.each([
    '/console',
    '/console/',
    '/api/console/me',
    '/api/console/login',
    '//console/',
    '/api/%63onsole/me',
  ])('is hidden from customers: %s', async (path) => {
    const { token } = await openConsoleLine(server, 'ada');
    const headers = { authorization: token, 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' };
    expect(await statusOf(path, { headers })).toBe(404);
  });

  test('serves operators at its own address and host name', async () => {
    const { token } = await openConsoleLine(server, 'ada');
    const headers = { authorization: token };
    const at = { at: deskPort, headers };
    expect(await statusOf('/api/console/me', { ...at, host: DESK, from: '127.9.0.1' })).toBe(200);
    expect(await statusOf('/api/console/me', { ...at, host: 'evil.example' })).toBe(421);
    // A request from outside the operators' networks is answered with "not found" through this proxy, whatever it contains.
    for (const forwarded of ['198.51.100.9', '198.51.100.9, 127.0.0.1']) {
      const spoofed = { ...headers, 'x-forwarded-for': forwarded };
      expect(await statusOf('/api/console/me', { at: deskPort, host: DESK, headers: spoofed })).toBe(404);
    }
  });
});

test('counts requests by address, and ignores a forged address', async () => {
  const flood = async (from: string, count: number) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 40) {
      const some = Array.from({ length: 40 }, (_one, more) =>
        statusOf('/api/currency/quotation_new', {
          from,
          headers: { 'x-forwarded-for': `203.0.113.${(at + more) % 250}` },
        }),
      );
      statuses.push(...(await Promise.all(some)));
    }
    return statuses;
  };
  const statuses = await flood('127.44.0.1', 2400);
  expect(statuses).toContain(429);
  // A different caller through the same proxy does not share the rate limit.
  expect(await statusOf('/api/currency/quotation_new', { from: '127.44.0.2' })).toBe(200);
});

test("records a session's real address, and marks its cookie secure if the proxy reports https", async () => {
  const answer = await login('lena', 'Demo-lena-1', { from: '127.45.0.7' });
  const { message: token } = JSON.parse(answer.text) as { message: string };
  expect(String(answer.headers['set-cookie'])).not.toContain('Secure');
  const spoofed = await login('lena', 'Demo-lena-1', { headers: { 'x-forwarded-proto': 'https' } });
  expect(String(spoofed.headers['set-cookie'])).not.toContain('Secure');
  const { text } = await ask('/api/user/sessions', { headers: { authorization: token } });
  expect(text).toContain('"127.45.0.7"');
});

test('forwards WebSocket connections', async () => {
  const open = (origin: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1');
        if (!heard.includes('0{"sid"') && heard.startsWith('HTTP/1.1 101')) return;
        resolve(heard.slice(9, 12));
        socket.destroy();
      });
      socket.on('error', () => undefined);
      socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${NAME}\r\nOrigin: ${origin}\r\n` +
          'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
    });
  expect(await open(`http://${NAME}`)).toBe('101');
  expect(await open('https://evil.example')).toBe('403');
});

describe('request bodies', () => {
  test('are rejected before they reach the server if they are large, even without a declared length', async () => {
    const body = JSON.stringify({ account: 'x'.repeat(100_000), password: 'x' });
    const headers = { 'content-type': 'application/json' };
    expect(await statusOf('/api/user/login', { method: 'POST', body, headers })).toBe(413);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect(
      await statusOf('/api/user/login', { method: 'POST', body, headers: chunked }).catch(() => 413),
    ).toBe(413);
  });

  test("may have a file's size in every call that takes a file, and in no other", () => {
    const taking = (Object.entries(calls) as [string, CallRow][]).filter(
      ([, { takesFile }]) => takesFile === true,
    );
    const roomy = [...CONFIGURATION.matchAll(/location = (\S+) \{\s*client_max_body_size 11m;/g)].map(
      ([, at]) => at ?? '',
    );
    expect(roomy.toSorted()).toEqual(taking.map(([name]) => `/api/${name.split(' ')[1]}`).toSorted());
  });

  test('do not reach the server if they never complete', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: ${NAME}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n--x`,
    );
    expect(await Promise.race([closed, delay(1000, 'held')])).toBe('held');
    expect(await statusOf('/healthz')).toBe(200);
    socket.destroy();
  });
});

test('counts an IPv4 address, or an IPv6 /64, as one client, however it is written', async () => {
  const found = findNginx();
  if ('sentence' in found) throw new Error(found.sentence);
  const map = /map \$binary_remote_addr \$line \{[\s\S]*?\n {4}\}/.exec(CONFIGURATION)?.[0] ?? '';
  const at = await freePort();
  const own = mkdtempSync(join(tmpdir(), 'candor-nginx-'));
  chmodSync(own, 0o777);
  const path = join(own, 'nginx.conf');
  // One request per client, because the test above covers the rest of the configuration.
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${own}/${of};`,
  );
  writeFileSync(
    path,
    `daemon off; worker_processes 1; pid ${own}/pid; events {} http { access_log off; ${paths.join(' ')} ${map}
      limit_req_zone $line zone=lines:1m rate=1r/m;
      server { listen 127.0.0.1:${at}; set_real_ip_from 127.0.0.1; real_ip_header X-Test; limit_req zone=lines;
        location / { try_files /none =204; } } }`,
  );
  const started = spawn(found.path, ['-c', path, '-p', own, '-e', join(own, 'error.log')], { stdio: 'pipe' });
  const from = (address: string) => statusOf('/', { at, headers: { 'x-test': address } }).catch(() => 0);
  for (let tries = 0; (await from(`198.51.100.${tries}`)) === 0 && tries < 200; tries += 1) await delay(50);
  const lines = [
    ['2001:db8::1', '2001:db8::2:3:4:5', '2001:db8:0:0:ffff::'],
    ['2001:db8:0:1::1', '2001:db8:0:1:9:8:7:6'],
    ['2001:db8:1::1', '2001:db8:1:0:5::1', '2001:db8:1::2'],
    ['203.0.113.7'],
    ['203.0.113.8'],
  ];
  for (const [first = '', ...others] of lines) {
    expect([first, await from(first)]).toEqual([first, 204]);
    for (const other of others) expect([other, await from(other)]).toEqual([other, 503]);
  }
  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  await ended;
  rmSync(own, { recursive: true });
});
