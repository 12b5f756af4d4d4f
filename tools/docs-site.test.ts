/** Builds the site of the documentation. The build fails on a link to a page that does not exist. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { chromium } from '@playwright/test';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findTestBrowser } from './chromium.ts';
import { sidebar } from '../docs/.vitepress/sidebar.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCS = join(ROOT, 'docs');
const SITE = join(DOCS, '.vitepress/dist-of-test');
/** A page takes more than a second to show on a busy machine. */
const SOON = { timeout: 20_000 };

beforeAll(async () => {
  const builder = spawn(process.execPath, ['tools/docs-site.ts', '--out', SITE], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  let printed = '';
  for (const output of [builder.stdout, builder.stderr])
    output.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(builder, 'close')) as [number];
  expect(code, printed).toBe(0);
}, 120_000);
afterAll(() => rmSync(SITE, { recursive: true, force: true }));

const links = (items: typeof sidebar): string[] =>
  items.flatMap((item) => [...(item.link === undefined ? [] : [item.link]), ...links(item.items ?? [])]);

const html = (link: string) => join(SITE, link.endsWith('/') ? `${link}index.html` : `${link}.html`);

test('each entry of the table of contents is a page with a heading', () => {
  for (const link of links(sidebar)) expect(readFileSync(html(link), 'utf8'), link).toMatch(/<h1[ >]/);
});

test('each page of docs is in the table of contents', () => {
  const listed = new Set(links(sidebar));
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('.vitepress') && file !== 'index.md')
    .map((file) => `/${file.replace(/README\.md$/, '').replace(/\.md$/, '')}`);
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});

test('finds the words of every part in the search', () => {
  const assets = join(SITE, 'assets/chunks');
  const index = readdirSync(assets).find((file) => file.startsWith('@localSearchIndexroot'));
  const text = readFileSync(join(assets, index ?? ''), 'utf8');
  for (const word of ['cosign', 'withdrawal', 'idempotency', 'liabilities']) expect(text).toContain(word);
});

test('finds a page by the search in a browser, and opens it', async () => {
  const found = findTestBrowser();
  if ('sentence' in found) throw new Error(found.sentence);
  const app = fastify();
  await app.register(fastifyStatic, { root: SITE });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await chromium.launch({ executablePath: found.path });
  onTestFinished(async () => {
    await browser.close();
    await app.close();
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/guides/developer.html`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('dead man');
  await page.getByRole('option').first().click();
  await expect.poll(() => page.url(), SOON).not.toContain('/guides/developer');
  await expect
    .poll(async () => (await page.locator('main').innerText()).toLowerCase(), SOON)
    .toContain('dead man');
}, 120_000);

test('fetches nothing from another host', () => {
  const page = readFileSync(html('/guides/quick-start'), 'utf8');
  const fetched = [...page.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="(https?:[^"]*)"/g)].map(
    ([, url]) => url,
  );
  expect(fetched).toEqual([]);
});
