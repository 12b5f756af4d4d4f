/**
 * Answers calls that have a plain JSON body without Fastify, whose routing, parsing and hooks took a tenth of the server's time
 * for an order. Fastify answers any other request (one with another content type, a query, or a body that is too long or of
 * unknown length), and all requests while the server is closing.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LIMITS } from '../limits.ts';
import { readJson } from './body.ts';
import type { AskedRequest } from './caller-said.ts';

type Direct = { answerTo(request: AskedRequest, response: ServerResponse): void };
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const JSON_TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
  'application/json;charset=UTF-8',
]);

const LENGTH = /^[1-9]\d{0,8}$/;
const nothing: Readonly<Record<string, never>> = Object.freeze({});

/** Takes over the server's `POST` requests for these paths, and passes all others on to the listeners that the server has now. */
export function answerDirectly(server: Server, routes: ReadonlyMap<string, Direct>): void {
  const others = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const route = routes.get(request.url ?? '');
    const length = route === undefined ? undefined : lengthOf(request);
    if (route === undefined || length === undefined || !server.listening) {
      for (const listener of others) listener.call(server, request, response);
      return;
    }
    take(request, length, (body) => {
      const { headers } = request;
      const asked = { raw: request, headers, query: nothing, params: nothing };
      route.answerTo({ ...asked, body: readJson(body), rawBody: body }, response);
    });
  });
}

/** Returns the announced length of the body, or undefined if Fastify must examine the request. */
function lengthOf({ method, headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  if (method !== 'POST' || length === undefined || !LENGTH.test(length)) return undefined;
  if (!JSON_TYPES.has(headers['content-type']) || headers['transfer-encoding'] !== undefined)
    return undefined;
  return Number(length) <= LIMITS.http.bodyBytesMax ? Number(length) : undefined;
}

/** The parser ensures that a body has exactly its announced length. */
function take(request: IncomingMessage, length: number, done: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => {
    const [only] = parts;
    done(parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, length));
  });
}
