import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideHosts } from '@candor/protocol/outside.ts';
import { compressFolder } from '../../../tools/compress-web.mjs';
import { ASSET_HEADERS, CONSOLE_HEADERS, PAGE_HEADERS } from './security-headers.ts';
import { mountConsoleApp, mountWebApp } from './web-app.ts';

// The parent folder is itself called assets. The page must still not be cached forever.
const parent = mkdtempSync(join(tmpdir(), 'candor web-'));
const root = join(parent, 'assets/web');
const SCRIPT = `console.log('${'a'.repeat(2000)}')`;
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), `<!doctype html><title>Candor</title>${' '.repeat(600)}`);
  writeFileSync(join(root, 'assets/app-1a2b3c.js'), SCRIPT);
  writeFileSync(join(root, 'assets/app-1a2b3c.js.map'), '{}');
  writeFileSync(join(root, 'assets/drawing-1a2b3c.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(root, 'worker.js'), 'self.skipWaiting();');
  writeFileSync(join(root, '.env'), 'SECRET=1');
  await compressFolder(root);
  app = fastify();
  await app.register(mountWebApp, { root });
});
afterAll(async () => {
  await app.close();
  rmSync(parent, { recursive: true });
});

const get = (url: string, encoding = 'identity') =>
  app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });

it('makes browsers revalidate the page, and cache hashed files forever', async () => {
  const page = await get('/');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  const script = await get('/assets/app-1a2b3c.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.body).toBe(SCRIPT);
});

it('omits the page’s policy for scripts and styles, and keeps it for files that a browser could show as a page', async () => {
  for (const encoding of ['identity', 'br']) {
    const { headers } = await get('/assets/app-1a2b3c.js', encoding);
    expect(headers).toMatchObject(ASSET_HEADERS);
    expect(headers).not.toHaveProperty('content-security-policy');
  }
  expect((await get('/assets/drawing-1a2b3c.svg')).headers).toMatchObject(PAGE_HEADERS);
});

it('makes browsers revalidate the service worker, and gives it the app’s scope and policy', async () => {
  const worker = await get('/worker.js');
  expect(worker.headers['cache-control']).toBe('no-cache');
  expect(worker.headers['content-type']).toMatch(/javascript/);
  // A worker next to the page can intercept all requests of the app, and its own requests are subject to the page's policy.
  expect(String(worker.headers['content-security-policy'])).toContain("connect-src 'self'");
});

it('allows frames from the listed hosts only', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  const frames = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  expect(frames).toEqual(Object.keys(outsideHosts).map((host) => `https://${host}`));
  expect(policy).not.toMatch(/\*|http:/);
});

it('blocks code from other origins', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types candor;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

it('sends Strict-Transport-Security with the page', async () => {
  expect((await get('/')).headers['strict-transport-security']).toMatch(/^max-age=\d{8}$/);
});

describe('the console', () => {
  let near = true;
  let desk: FastifyInstance;
  beforeAll(async () => {
    desk = fastify();
    await desk.register(mountConsoleApp, { root, near: () => near, icon: Buffer.from('<svg/>') });
  });
  afterAll(() => desk.close());
  const ask = (url: string) => desk.inject({ method: 'GET', url });

  it('has its own policy and the app’s icon', async () => {
    const page = await ask('/console/');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject(CONSOLE_HEADERS);
    expect((await ask('/console/assets/app-1a2b3c.js')).statusCode).toBe(200);
    expect((await ask('/console')).headers['location']).toBe('/console/');
    expect((await ask('/')).headers['location']).toBe('/console/');
    expect((await ask('/icon.svg')).headers['content-type']).toBe('image/svg+xml');
    const policy = String((await ask('/console/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("trusted-types 'none';");
    expect(policy).not.toMatch(/unsafe|\*|https?:|ws/);
    const empty = createHash('sha256').update('').digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${empty}'`);
  });

  it('is answered as "not found" outside the operators’ networks', async () => {
    near = false;
    for (const url of ['/', '/icon.svg', '/console', '/console/', '/console/assets/app-1a2b3c.js']) {
      expect((await ask(url)).statusCode, url).toBe(404);
    }
    near = true;
  });
});

describe('compressed siblings of a file', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
  ])('are sent to a client that accepts %s, as %s', async (accepted, sent) => {
    const response = await get('/assets/app-1a2b3c.js', accepted);
    expect(response.headers['content-encoding']).toBe(sent);
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(response.headers['cache-control']).toContain('immutable');
    expect(response.rawPayload.length).toBeLessThan(200);
    if (sent === 'gzip') expect(gunzipSync(response.rawPayload).toString()).toBe(SCRIPT);
  });
});

it.each([
  '/assets/app-1a2b3c.js.map',
  '/assets/',
  '/.env',
  '/%2e%2e/package.json',
  '/assets/..%2f.env',
  '/nothing',
])('answers %s with an error', async (url) => {
  expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
});
