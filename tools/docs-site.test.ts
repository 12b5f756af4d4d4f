/** Builds the site of the documentation. The build fails on a link to a page that does not exist. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sidebar } from '../docs/.vitepress/sidebar.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCS = join(ROOT, 'docs');
const SITE = join(DOCS, '.vitepress/dist-of-test');

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

test('the search knows the words of every part', () => {
  const assets = join(SITE, 'assets/chunks');
  const index = readdirSync(assets).find((file) => file.startsWith('@localSearchIndexroot'));
  const text = readFileSync(join(assets, index ?? ''), 'utf8');
  for (const word of ['cosign', 'withdrawal', 'idempotency', 'liabilities']) expect(text).toContain(word);
});

test('nothing is fetched from another host', () => {
  const page = readFileSync(html('/guides/quick-start'), 'utf8');
  const fetched = [...page.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="(https?:[^"]*)"/g)].map(
    ([, url]) => url,
  );
  expect(fetched).toEqual([]);
});
