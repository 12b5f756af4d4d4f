/**
 * The HTTP servers: API, reference, health and the web app on the customers' port, the console and its calls on the operators'. Both
 * have a bound on everything a peer can send.
 */
import fastify from 'fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { refuse } from '@candor/domain/outcome.ts';
import { LIMITS } from '../limits.ts';
import { answer, refusalEnvelope } from './answer.ts';
import { readForm, readJson } from './body.ts';
import { mountConsole } from './console-door.ts';
import type { ConsoleDoorOptions } from './console-door.ts';
import { mountConsoleLive } from './console-live.ts';
import type { ConsoleLiveOptions } from './console-live.ts';
import { failure } from './failure.ts';
import { budgetFiles } from './files-budget.ts';
import type { FilesBudget } from './files-budget.ts';
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
  /** Where a payment provider is configured: who it is, and what it says. */
  readonly payoutReports?: PayoutReports | undefined;
  /** The pictures of articles; absent where none are served. */
  readonly pictureAt?: PictureAt;
  /** Whether the database answered a moment ago and the market runs. */
  readonly ready: () => boolean;
};

/** What both doors are told of: health, pictures, and bugs. */
type Shared = Pick<HttpOptions, 'now' | 'onError' | 'pictureAt' | 'ready'> & Pick<FilesBudget, 'callers'>;

export type ConsoleHttpOptions = Shared &
  ConsoleDoorOptions & {
    /** The built console, and the app whose icon it shows; absent when only the calls are served. */
    readonly root: string | undefined;
    readonly webRoot: string | undefined;
    readonly live?: Pick<ConsoleLiveOptions, 'streams' | 'roles'>;
  };

/** Makes the customers' server; `listen` it. The socket gateway attaches to its `server`. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = openDoor(options, options.rates.costPerMinute);
  mountCalls(app, options);
  mountReference(app);
  const { payoutReports } = options;
  if (payoutReports !== undefined) {
    const onError = (error: Error) => options.onError(error, PAYOUT_PATH);
    mountPayoutCallback(app, { reports: payoutReports, onError });
  }
  if (options.webRoot !== undefined) {
    mountShare(app);
    await app.register(mountWebApp, { root: options.webRoot });
  }
  return app;
}

/** Makes the operators' server, on a port that customers never reach. */
export async function createConsoleHttp(options: ConsoleHttpOptions): Promise<FastifyInstance> {
  const app = openDoor(options, options.rates.costPerMinute);
  mountConsole(app, { ...options, console: options });
  if (options.live !== undefined) {
    const { addressPerMinute } = options.rates;
    mountConsoleLive(app, { ...options, ...options.live, addressPerMinute });
  }
  if (options.root !== undefined) {
    const { near, root, webRoot } = options;
    await app.register(mountConsoleApp, { root, near, icon: iconOf(webRoot) });
  }
  return app;
}

function iconOf(webRoot: string | undefined): Buffer | undefined {
  const path = join(webRoot ?? '', 'icon.svg');
  return webRoot !== undefined && existsSync(path) ? readFileSync(path) : undefined;
}

/** A server that answers nothing yet but how it is, and has a bound on everything a peer can send. */
function openDoor(options: Shared, costPerMinute: number | undefined): FastifyInstance {
  const app = boundedServer();
  const { now, callers, pictureAt } = options;
  budgetFiles(app, {
    now,
    ...(callers === undefined ? {} : { callers }),
    ...(costPerMinute === undefined ? {} : { costPerMinute }),
  });
  readBodies(app);
  answerViolations(app, options);
  if (pictureAt !== undefined) {
    mountPictures(app, { pictureAt, onError: (error) => options.onError(error, 'a picture') });
  }
  mountHealth(app, options);
  return app;
}

function boundedServer(): FastifyInstance {
  return fastify({
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
}

/** Bodies are read strictly, and only of the two types that calls come in; a refusal travels to the call, which answers it. */
function readBodies(app: FastifyInstance): void {
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
}

/** What reaches no call is answered in the same envelope as a call is. */
function answerViolations(app: FastifyInstance, { onError }: Pick<Shared, 'onError'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    reply.hijack();
    answer(
      reply.raw,
      refusalOf(error, (bug) => onError(bug, request.routeOptions.url ?? 'a request')),
    );
  });
  app.setNotFoundHandler((_request, reply) => {
    reply.hijack();
    answer(reply.raw, refuse('not_found'));
  });
}

/** Whether the process lives, and whether it is of use. */
function mountHealth(app: FastifyInstance, { ready }: Pick<Shared, 'ready'>): void {
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', (_request, reply) => {
    const isReady = ready();
    return reply
      .code(isReady ? 200 : 503)
      .type('text/plain')
      .send(isReady ? 'ready\n' : 'not ready\n');
  });
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
    () => socket.destroy(),
  );
}
