/**
 * Serves the built web app. Files whose name carries their hash may be kept for ever; everything else is asked for
 * anew each time. Compressed siblings (`.br`, `.gz`) made by the build are sent to whoever takes them.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { join, sep } from 'node:path';
import { PAGE_HEADERS } from './security-headers.ts';

export async function mountWebApp(app: FastifyInstance, options: { root: string }): Promise<void> {
  const hashed = join(options.root, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: options.root,
    wildcard: false,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['**/*.map', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value);
      const forEver = path.startsWith(hashed);
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
