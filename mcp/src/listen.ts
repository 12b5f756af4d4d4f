/** Serves assistants on this machine over streamable HTTP, each with a session and a server of its own. */
import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const SESSIONS_MAX = 64;
const OWN_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export type Listening = { readonly url: string; readonly close: () => Promise<void> };

export type ListenOptions = {
  readonly port: number;
  /** The secret that every request must send as `Authorization: Bearer`. */
  readonly secret: string;
};

/**
 * Listens only on the loopback address, and answers only requests whose host name is one of its own, so that a web page which
 * resolves its own name to this machine is refused. Other programs and users of the machine can reach the port too, and anyone
 * who is answered can trade, so they need the secret.
 */
export async function listen(
  make: () => Pick<Server, 'connect'>,
  { port, secret }: ListenOptions,
): Promise<Listening> {
  const isKnown = bearerOf(secret);
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromHere(request)) return refuse(response, 403, 'This server answers this machine only');
    if (!isKnown(request)) {
      response.setHeader('www-authenticate', 'Bearer');
      return refuse(response, 401, 'This server needs the secret that it printed when it started');
    }
    if (request.url !== '/mcp') return refuse(response, 404, 'Not found');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && known !== undefined) {
      sessions.delete(id);
      sessions.set(id, known);
      return known.handleRequest(request, response);
    }
    if (id !== undefined) return refuse(response, 404, 'Session not found');
    await endOldest(sessions);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (begun) => void sessions.set(begun, transport),
      onsessionclosed: (ended) => void sessions.delete(ended),
    });
    await make().connect(transport);
    return transport.handleRequest(request, response);
  };
  const http = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      console.error(error);
      if (!response.headersSent) refuse(response, 500, 'Internal error');
    });
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    close: async () => {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      http.closeAllConnections();
      http.close();
    },
  };
}

/** Many programs never end their sessions, so the session that has been unused for the longest is ended to make room. */
async function endOldest(sessions: Map<string, StreamableHTTPServerTransport>): Promise<void> {
  const [oldest] = sessions;
  if (oldest === undefined || sessions.size < SESSIONS_MAX) return;
  const [id, transport] = oldest;
  sessions.delete(id);
  await transport.close();
}

function isFromHere({ headers: { host = '', origin } }: IncomingMessage): boolean {
  const name = (address: string) => address.replace(/:\d+$/, '');
  return (
    OWN_NAMES.has(name(host)) &&
    (origin === undefined || OWN_NAMES.has(name(origin.replace(/^https?:\/\//, ''))))
  );
}

/** Compares hashes, so that the response time reveals neither the secret's length nor its beginning. */
function bearerOf(secret: string): (request: IncomingMessage) => boolean {
  const expected = hash('sha256', `Bearer ${secret}`, 'buffer');
  return ({ headers: { authorization = '' } }) =>
    timingSafeEqual(hash('sha256', authorization.replace(/^bearer +/i, 'Bearer '), 'buffer'), expected);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}
