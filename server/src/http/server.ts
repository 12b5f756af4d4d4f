/**
 * The HTTP servers: on the customers' port the API, its reference, health and the web app; on the operators' port the console and
 * its calls. Both limit everything that a peer can send.
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
import { mountLog } from './log-routes.ts';
import type { LogFileAt } from './log-routes.ts';
import { mountCalls } from './mount.ts';
import type { MountOptions } from './mount.ts';
import { mountPayoutCallback, PAYOUT_PATH } from './payout-route.ts';
import type { PayoutReports, PictureAt } from '../calls/beside-calls.ts';
import { mountPictures } from './pictures-route.ts';
import { mountReference } from './reference-routes.ts';
import { mountShare } from './share-route.ts';
import { mountConsoleApp, mountWebApp } from './web-app.ts';

export type HttpOptions = MountOptions & {
  /** The folder of the built web app. Undefined: only the API is served. */
  readonly webRoot: string | undefined;
  /** Checks the payment provider's token, and receives its reports. */
  readonly payoutReports?: PayoutReports | undefined;
  readonly pictureAt?: PictureAt;
  readonly logFileAt?: LogFileAt;
  /** Adds the routes of a module in a layer above this one. */
  readonly mountMore?: (app: FastifyInstance) => void;
  /** Whether the database answered and the market was running at the last check. */
  readonly ready: () => boolean;
};

/** The dependencies of both servers: health, images, and reports of bugs. */
type Shared = Pick<HttpOptions, 'now' | 'onError' | 'onAnswered' | 'pictureAt' | 'ready'> &
  Pick<FilesBudget, 'callers'>;

export type ConsoleHttpOptions = Shared &
  ConsoleDoorOptions & {
    /** The folders of the built console, and of the app that supplies its icon. Undefined: only the calls are served. */
    readonly root: string | undefined;
    readonly webRoot: string | undefined;
    readonly live?: Pick<ConsoleLiveOptions, 'streams' | 'roles'>;
  };

/** Creates the customers' server. The caller must call `listen` on it; the WebSocket server attaches to its `server`. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = openDoor(options, options.rates.costPerMinute);
  mountCalls(app, options);
  mountReference(app);
  const { payoutReports } = options;
  if (payoutReports !== undefined) {
    const onError = (error: Error) => options.onError(error, PAYOUT_PATH);
    mountPayoutCallback(app, { reports: payoutReports, onError });
  }
  const { logFileAt } = options;
  if (logFileAt !== undefined) {
    mountLog(app, {
      logFileAt,
      onError: (error) => options.onError(error, 'a request for a file of the log'),
    });
  }
  options.mountMore?.(app);
  if (options.webRoot !== undefined) {
    mountShare(app);
    await app.register(mountWebApp, { root: options.webRoot });
  }
  return app;
}

/** Creates the server of a process that has no clients. */
export function createHealthHttp(options: Shared): FastifyInstance {
  return openDoor(options, undefined);
}

/** Creates the operators' server. It listens on a port that customers can't reach. */
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

/** Creates a server that only has the health routes and limits everything that a peer can send. */
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
    mountPictures(app, { pictureAt, onError: (error) => options.onError(error, 'a request for an image') });
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
    // Fastify's own 503 has no envelope, so requests that arrive while draining are answered normally.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 64,
      // Queries are parsed strictly by our own code. If it refuses one, the refusal is passed on to the call, which answers with
      // it.
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

/**
 * Parses the two content types that calls use, strictly, and no others. If a body is refused, the refusal is passed on to the
 * call, which answers with it.
 */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('rawBody', undefined);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, readJson(body as Buffer));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (request.headers['candor-key'] !== undefined) request.rawBody = body as Buffer;
      done(null, readForm((body as Buffer).toString('latin1')));
    },
  );
}

/** Requests without a matching call get the same envelope as calls. */
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

/** Reports whether the process is alive and whether it is ready. */
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

/**
 * Returns the refusal of a request that Fastify rejected while reading it: an unsupported type, or a body that is too large or
 * truncated.
 */
function refusalOf(error: FastifyError, report: (error: Error) => void) {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('body_too_big');
  if ((error.statusCode ?? 500) < 500) return refuse('request_illegal');
  return failure(error, report);
}

/** Bytes that aren't HTTP can't be answered as a request, so this writes one refusal and closes the connection. */
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
