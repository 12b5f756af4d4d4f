/** Serves the API reference, which is generated at the first request. */
import type { FastifyInstance } from 'fastify';
import { sendInSlices } from './answer.ts';
import { llmsText } from './llms-text.ts';
import { openApiDocument } from './openapi.ts';
import { referenceCss, referenceHtml } from './reference.ts';
import { PAGE_HEADERS } from './security-headers.ts';

export function mountReference(app: FastifyInstance): void {
  const once = (path: string, type: string, make: () => string): void => {
    let bytes: Buffer | undefined;
    app.get(path, (_request, reply) => {
      bytes ??= Buffer.from(make());
      reply.hijack();
      reply.raw.writeHead(200, {
        ...{ ...PAGE_HEADERS, 'cache-control': 'no-cache' },
        ...{ 'content-type': type, 'content-length': bytes.length },
      });
      sendInSlices(reply.raw, bytes);
    });
  };
  once('/api/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(openApiDocument()));
  once('/llms.txt', 'text/plain; charset=utf-8', llmsText);
  once('/api/docs', 'text/html; charset=utf-8', referenceHtml);
  once('/api/docs.css', 'text/css; charset=utf-8', () => referenceCss);
}
