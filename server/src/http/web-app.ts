/**
 * Serves the built web app and the built console. Files with a hash in their names may be cached forever; browsers must
 * revalidate all others. Compressed siblings (`.br`, `.gz`) from the build are sent to clients that accept them.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { join, sep } from 'node:path';
import { refuse } from '@candor/domain/outcome.ts';
import { answer } from './answer.ts';
import type { Near } from './near-callers.ts';
import { ASSET_HEADERS, CONSOLE_HEADERS, PAGE_HEADERS } from './security-headers.ts';

export async function mountWebApp(app: FastifyInstance, options: { root: string }): Promise<void> {
  await serveFiles(app, { ...options, prefix: '/', headers: PAGE_HEADERS });
}

/** Serves the console. Like the console's calls, its pages appear not to exist for callers outside the operators' networks. */
export async function mountConsoleApp(
  app: FastifyInstance,
  options: { root: string; near: Near; icon: Buffer | undefined },
): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    if (options.near(request.raw)) return done();
    reply.hijack();
    answer(reply.raw, refuse('not_found'));
  });
  app.get('/', (_request, reply) => reply.redirect('/console/'));
  app.get('/console', (_request, reply) => reply.redirect('/console/'));
  const { icon } = options;
  if (icon !== undefined) {
    app.get('/icon.svg', (_request, reply) =>
      reply.headers(CONSOLE_HEADERS).type('image/svg+xml').send(icon),
    );
  }
  await serveFiles(app, { root: options.root, prefix: '/console/', headers: CONSOLE_HEADERS });
}

type Served = {
  readonly root: string;
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
};

const ASSET = /\.(?:js|css)(?:\.br|\.gz)?$/;

async function serveFiles(app: FastifyInstance, { root, prefix, headers }: Served): Promise<void> {
  const hashed = join(root, 'assets') + sep;
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    wildcard: false,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['**/*.map', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const forEver = path.startsWith(hashed);
      // A file that a browser could show as a page, such as an SVG, gets the page's headers.
      const asset = forEver && ASSET.test(path);
      for (const [name, value] of Object.entries(asset ? ASSET_HEADERS : headers)) reply.header(name, value);
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
