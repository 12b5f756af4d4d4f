/**
 * Serves the app before and after a new build at one address: the build of this run, and a copy in which every script has a new
 * name, as after a change. Calls and sockets are forwarded to a demo.
 */
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../web/dist/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export type TwoBuilds = {
  readonly origin: string;
  /** From now on, only the newer build is served. */
  switchToNewer(): void;
  close(): void;
};

/** A script of the build, whose name ends with a hash of its content. */
const SCRIPT = /[\w.-]+\.js/g;

/**
 * Creates the newer build, and returns its folder. Every script gets a new name, as if one script had changed: a script that
 * imports another by its hashed name changes with it.
 */
function buildAgain(folder: string): string {
  const newer = join(folder, 'newer');
  cpSync(DIST, newer, { recursive: true, filter: (path) => !/\.(br|gz|map)$/.test(path) });
  const scripts = new Set(readdirSync(join(newer, 'assets')).filter((name) => name.endsWith('.js')));
  const renamed = (name: string): string => (scripts.has(name) ? name.replace(/\.js$/, '-newer.js') : name);
  const texts = ['index.html', 'worker.js', ...[...scripts].map((name) => `assets/${name}`)];
  for (const text of texts) {
    const path = join(newer, text);
    const content = readFileSync(path, 'utf8').replace(SCRIPT, renamed);
    // The page's address stays the same, so only its revision distinguishes the builds.
    const listed = content.replace(/\{[^{}]*index\.html[^{}]*\}/, (entry) =>
      entry.replace(/revision"?:["'`][0-9a-f]+/, (revision) => `${revision}0`),
    );
    writeFileSync(path, text === 'worker.js' ? listed : content);
  }
  for (const name of scripts) renameSync(join(newer, 'assets', name), join(newer, 'assets', renamed(name)));
  return newer;
}

function passOn(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = request;
  const onward = ask(new URL(url, origin), { method: method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

export async function serveTwoBuilds(demoOrigin: string): Promise<TwoBuilds> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-builds-'));
  const newer = buildAgain(folder);
  let root = DIST;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    if (/^\/(api|socket\.io)\//.test(pathname)) return passOn(demoOrigin, request, response);
    const path = pathname === '/' ? 'index.html' : pathname.slice(1);
    try {
      const bytes = readFileSync(join(root, path));
      const kept = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.writeHead(200, { 'content-type': types[extname(path)] ?? '', 'cache-control': kept });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    switchToNewer: () => (root = newer),
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
