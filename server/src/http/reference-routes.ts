/** The reference over HTTP, made once when it is first asked for. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { referenceCss, referenceHtml } from './reference.ts';
import { PAGE_HEADERS } from './security-headers.ts';

export function mountReference(app: FastifyInstance): void {
  const once = (path: string, type: string, make: () => string): void => {
    let text: string | undefined;
    app.get(path, (_request, reply: FastifyReply) => {
      text ??= make();
      return reply
        .headers({ ...PAGE_HEADERS, 'cache-control': 'no-cache' })
        .type(type)
        .send(text);
    });
  };
  once('/api/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(openApiDocument()));
  once('/api/docs', 'text/html; charset=utf-8', referenceHtml);
  once('/api/docs.css', 'text/css; charset=utf-8', () => referenceCss);
}
