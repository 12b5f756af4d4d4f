/**
 * Runs `npm start` in a checkout whose path has spaces, where it builds the web app and serves it, with a database in the same
 * folder. The copy shares its packages with this checkout through hard links, so nothing is installed and little is written.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, leftovers, startServer } from '@candor/testing/running-server.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tools', 'content'];
const WORKSPACES = ['client', 'console', 'domain', 'protocol', 'verifier', 'server', 'web'];
const NOT_COPIED = new Set(['dist', '.vite', '.vite-temp', '.data']);

/** A copy as a clone and an install would create it, before any build. */
function copyCheckout(): string {
  const parent = mkdtempSync(join(tmpdir(), 'candor in a path '));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  chmodSync(parent, 0o755);
  const copy = join(parent, 'my own checkout');
  const modules = join(copy, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of [...SOURCES, ...WORKSPACES]) {
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => !NOT_COPIED.has(basename(path)),
    });
  }
  // A start writes dot-files in place, and through a hard link it would write them in this checkout too.
  const packages = readdirSync(join(ROOT, 'node_modules')).filter((name) => !name.startsWith('.'));
  linkAll(
    packages.map((name) => join(ROOT, 'node_modules', name)),
    modules,
  );
  // Newer than the lock file, which marks a completed install.
  copyFileSync(join(ROOT, 'node_modules/.package-lock.json'), join(modules, '.package-lock.json'));
  return copy;
}

/** Hard links are created in a second; if the temporary folder is on a different disk, the files are copied. */
function linkAll(paths: readonly string[], into: string): void {
  try {
    execFileSync('cp', ['-al', ...paths, into], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-a', ...paths, into]);
  }
}

type Quotes = { readonly message: readonly { readonly symbol: string }[] };

test('builds and serves the app with npm start in a path with spaces, and leaves no process running', async () => {
  const copy = copyCheckout();
  const data = join(copy, 'data folder');
  const server = await startServer({
    data,
    port: await freePort(),
    through: ['npm', 'start', '--'],
    cwd: copy,
  });
  try {
    expect(server.printed()).toContain('Building the web app.');
    const page = await (await fetch(server.origin)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    expect((await fetch(`${server.origin}${script}`)).headers.get('content-type')).toMatch(/javascript/);
    const quotes = (await (await fetch(`${server.origin}/api/currency/quotation_new`)).json()) as Quotes;
    expect(quotes.message[0]?.symbol).toBe('BTC/USDT');
    expect(readdirSync(data)).toContain('postgres');
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
  expect(await leftovers(data, 5000)).toEqual([]);
});
