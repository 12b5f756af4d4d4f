/**
 * The nginx of docs/nginx.conf in front of two processes: a caller whose connections fail makes neither process unavailable
 * to others. The processes are stand-ins that refuse a body before it ends, as the server does from a foreign page.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '@candor/testing/running-server.ts';
import { proxyConf } from '@candor/testing/several-processes.ts';
import { findNginx } from './nginx.ts';

let folder: string;
let port: number;
let nginx: ChildProcess;
let servers: readonly Server[];

beforeAll(async () => {
  const found = findNginx();
  if ('sentence' in found) throw new Error(found.sentence);
  servers = [refusing(), refusing()];
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  folder = mkdtempSync(join(tmpdir(), 'candor-nginx-'));
  chmodSync(folder, 0o777);
  port = await freePort();
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, proxyConf({ port, servers: ports, folder, spare: await freePort() }));
  nginx = spawn(found.path, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')]);
  await vi.waitFor(async () => expect(await statusOf('GET')).toBe(200), { timeout: 20_000, interval: 50 });
}, 60_000);

afterAll(async () => {
  const ended = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await ended;
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

function refusing(): Server {
  return createServer((asked, response) => {
    if (asked.method === 'POST') response.shouldKeepAlive = false;
    response.writeHead(asked.method === 'POST' ? 403 : 200).end('{}');
  });
}

function statusOf(method: string, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, host: '127.0.0.1', agent: false, method, path: '/api/upload' },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}

test('keeps forwarding requests to processes that refuse a body before it ends', async () => {
  const body = Buffer.alloc(10_000_000);
  // Enough failures to make both processes unavailable to everybody, if nginx skipped a process after one failure.
  for (let time = 0; time < 4; time += 1) await statusOf('POST', body);
  const others = await Promise.all(Array.from({ length: 8 }, () => statusOf('GET')));
  expect(others).toEqual(others.map(() => 200));
});
