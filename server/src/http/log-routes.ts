/** Serves the transparency log's files at `/log/`: its checkpoint, tiles, bundles and policy, readable from any website. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import { answer, sendInSlices } from './answer.ts';
import { failure } from './failure.ts';

/** Returns the file at a path. `isImmutable` means that its content never changes. */
export type LogFileAt = (
  path: string,
) => Promise<{ readonly type: string; readonly body: Buffer; readonly isImmutable: boolean } | undefined>;

const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const YEAR_S = 31_536_000;

export function mountLog(
  app: FastifyInstance,
  { logFileAt, onError }: { readonly logFileAt: LogFileAt; readonly onError: (error: Error) => void },
): void {
  app.get<{ Params: { '*': string } }>('/log/*', (request, reply) => {
    reply.hijack();
    logFileAt(request.params['*']).then(
      (file) => {
        if (file === undefined) return answer(reply.raw, refuse('not_found'));
        reply.raw.writeHead(200, {
          ...HEADERS,
          'content-type': file.type,
          'content-length': file.body.length,
          'cache-control': file.isImmutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        });
        sendInSlices(reply.raw, file.body);
      },
      (error: Error) => answer(reply.raw, failure(error, onError)),
    );
  });
}
