/** The HTTP server: API, reference, health and the web app on one port, with a bound on everything a peer can send. */
import fastify from 'fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { refuse } from '@candor/domain/outcome.ts';
import { LIMITS } from '../limits.ts';
import { answer, refusalEnvelope } from './answer.ts';
import { readForm, readJson } from './body.ts';
import { mountConsole } from './console-door.ts';
import type { ConsoleDoorOptions } from './console-door.ts';
import { mountConsoleLive } from './console-live.ts';
import type { ConsoleLiveOptions } from './console-live.ts';
import { failure } from './failure.ts';
import { mountCalls } from './mount.ts';
import type { MountOptions } from './mount.ts';
import { mountPayoutCallback, PAYOUT_PATH } from './payout-route.ts';
import type { PayoutReports } from './payout-route.ts';
import { mountPictures } from './pictures-route.ts';
import type { PictureAt } from './pictures-route.ts';
import { mountReference } from './reference-routes.ts';
import { mountShare } from './share-route.ts';
import { mountConsoleApp, mountWebApp } from './web-app.ts';

export type HttpOptions = MountOptions & {
  /** The built web app; absent when only the API is served. */
  readonly webRoot: string | undefined;
  /** The operators' calls, and their built console; absent where customers alone are served. */
  readonly console?: ConsoleDoorOptions & {
    readonly root: string | undefined;
    readonly live?: Pick<ConsoleLiveOptions, 'streams' | 'roles'>;
  };
  /** Where a payment provider is configured: who it is, and what it says. */
  readonly payoutReports?: PayoutReports | undefined;
  /** The pictures of articles; absent where none are served. */
  readonly pictureAt?: PictureAt;
  /** Whether the database answers and the market runs. */
  readonly ready: () => Promise<boolean>;
};

/** Makes the server; `listen` it. The socket gateway attaches to its `server`. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: false,
    bodyLimit: LIMITS.http.bodyBytesMax,
    requestTimeout: LIMITS.http.requestTimeoutMs,
    keepAliveTimeout: LIMITS.http.keepAliveTimeoutMs,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Fastify's own 503 has no envelope; what still arrives while draining is answered like anything else.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 64,
      // Read strictly by us; a refusal travels to the call, which answers it.
      querystringParser: (text) => readForm(text) as never,
    },
    http: {
      maxHeaderSize: LIMITS.http.headerBytesMax,
      connectionsCheckingInterval: 2000,
      headersTimeout: 10_000,
    },
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      answer(reply.raw, refuse('request_illegal'));
    },
    clientErrorHandler: (_error, socket) => answerRaw(socket),
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, readJson(body as Buffer));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      done(null, readForm((body as Buffer).toString('latin1')));
    },
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    reply.hijack();
    answer(
      reply.raw,
      refusalOf(error, (bug) => options.onError(bug, request.routeOptions.url ?? 'a request')),
    );
  });
  app.setNotFoundHandler((_request, reply) => {
    reply.hijack();
    answer(reply.raw, refuse('not_found'));
  });

  mountCalls(app, options);
  mountReference(app);
  const { payoutReports } = options;
  if (payoutReports !== undefined) {
    const onError = (error: Error) => options.onError(error, PAYOUT_PATH);
    mountPayoutCallback(app, { reports: payoutReports, onError });
  }
  const { pictureAt } = options;
  if (pictureAt !== undefined) {
    mountPictures(app, { pictureAt, onError: (error) => options.onError(error, 'a picture') });
  }
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.ready().catch(() => false);
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
  const { console } = options;
  if (console !== undefined) mountConsole(app, { ...options, console });
  if (console?.live !== undefined) {
    const { near, sessions, denials, rates, live } = console;
    const { addressPerMinute } = rates;
    const { now, onError } = options;
    mountConsoleLive(app, { near, sessions, denials, ...live, addressPerMinute, now, onError });
  }
  if (console?.root !== undefined) {
    await app.register(mountConsoleApp, { root: console.root, near: console.near });
  }
  if (options.webRoot !== undefined) {
    mountShare(app);
    await app.register(mountWebApp, { root: options.webRoot });
  }
  return app;
}

/** What Fastify itself refused while reading: a type we do not read, a body that is too big or cut short. */
function refusalOf(error: FastifyError, report: (error: Error) => void) {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('body_too_big');
  if ((error.statusCode ?? 500) < 500) return refuse('request_illegal');
  return failure(error, report);
}

/** Bytes that are no HTTP have no request to answer; say so once and hang up. */
function answerRaw(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(refusalEnvelope({ code: 'request_illegal' }));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
