/** Serves the API reference, which is generated at the first request. */
import type { FastifyInstance } from 'fastify';
import { sendInSlices } from './answer.ts';
import { llmsText } from './llms-text.ts';
import { openApiDocument } from './openapi.ts';
import { compressedLibrary } from './reference-library.ts';
import { referencePage, startScript } from './reference-page.ts';
import { referenceCss, referenceHtml } from './reference.ts';
import { PAGE_HEADERS, REFERENCE_HEADERS } from './security-headers.ts';

type Headers = Readonly<Record<string, string>>;
type Made = { readonly type: string; readonly make: () => string; readonly headers?: Headers };

export function mountReference(app: FastifyInstance): void {
  const once = (path: string, { type, make, headers = PAGE_HEADERS }: Made): void => {
    let bytes: Buffer | undefined;
    app.get(path, (_request, reply) => {
      bytes ??= Buffer.from(make());
      reply.hijack();
      reply.raw.writeHead(200, {
        ...{ ...headers, 'cache-control': 'no-cache' },
        ...{ 'content-type': `${type}; charset=utf-8`, 'content-length': bytes.length },
      });
      sendInSlices(reply.raw, bytes);
    });
  };
  once('/api/openapi.json', { type: 'application/json', make: () => JSON.stringify(openApiDocument()) });
  once('/llms.txt', { type: 'text/plain', make: llmsText });
  once('/api/docs', { type: 'text/html', make: () => referencePage, headers: REFERENCE_HEADERS });
  once('/api/docs/start.js', { type: 'text/javascript', make: () => startScript });
  once('/api/docs/plain', { type: 'text/html', make: referenceHtml });
  once('/api/docs.css', { type: 'text/css', make: () => referenceCss });
  mountLibrary(app);
}

/**
 * The script is always sent compressed, because only browsers load it and all of them accept that. It changes only with the
 * version of its package.
 */
function mountLibrary(app: FastifyInstance): void {
  let bytes: Promise<Buffer> | undefined;
  app.get('/api/docs/library.js', async (_request, reply) => {
    bytes ??= compressedLibrary().catch((error: unknown) => {
      bytes = undefined;
      throw error;
    });
    const sent = await bytes;
    reply.hijack();
    reply.raw.writeHead(200, {
      ...{ ...PAGE_HEADERS, 'cache-control': 'public, max-age=86400', 'content-encoding': 'gzip' },
      ...{ 'content-type': 'text/javascript; charset=utf-8', 'content-length': sent.length },
    });
    sendInSlices(reply.raw, sent);
  });
}
