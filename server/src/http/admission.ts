/**
 * Checks that precede every request and upgrade of a server: the host name, the calling page's origin, and the number of
 * connections. They wrap the server's existing listeners, which receive the accepted requests.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse } from '@candor/domain/outcome.ts';
import { SOCKET_PATH } from '@candor/protocol/channels.ts';
import type { Callers } from '../callers/callers.ts';
import type { ServedNames } from '../callers/served-names.ts';
import { answer, answerElsewhere } from './answer.ts';
import { isUnmeasured } from './body-cost.ts';
import { Connections } from './connections.ts';
import { SHARE_PATH } from './share-route.ts';

export type AdmissionOptions = {
  readonly callers: Callers;
  readonly names: ServedNames;
  /**
   * Whether this server is about to stop. Every connection then ends with its answer. A request that a proxy can safely repeat
   * on another server is answered with a request to do so, which also tells the proxy that this server is stopping. All other
   * requests are still answered.
   */
  readonly leaving?: () => boolean;
};

/** A proxy that checks these routes learns it from their answers. */
const HEALTH_PATHS = ['/healthz', '/readyz'];

function isRepeatable({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !HEALTH_PATHS.includes(url ?? '');
}

/** The WebSockets of customers, unlike those of programs that push quotes. */
const WEIGHED = [SOCKET_PATH, '/compat/'];

/** The resources that pages of any website may read: they are public, and none depends on the caller. */
const OPEN_PATHS = ['/compat/udf/', '/log/'];

function isOpen({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && OPEN_PATHS.some((path) => url?.startsWith(path));
}

type Listener = (...given: unknown[]) => void;

/** Wraps only the listeners that the server has now. */
export function admitOnly(server: Server, { callers, names, leaving = () => false }: AdmissionOptions): void {
  const connections = new Connections(server, { callers });
  const violation = (request: IncomingMessage) => {
    if (isUnmeasured(request)) return 'request_illegal' as const;
    const host = callers.hostOf(request);
    if (!names.isOwnHost(host)) return 'host_unknown' as const;
    // The share sheet of another app opens this page without an origin; the page only redirects.
    if (request.method === 'POST' && request.url === SHARE_PATH) return undefined;
    return names.isOwnOrigin(request.headers.origin, host) ? undefined : ('origin_foreign' as const);
  };
  const handOn = taken(server, 'request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.serve(request, response, () => {
      if (leaving()) {
        response.shouldKeepAlive = false;
        if (isRepeatable(request)) return answerElsewhere(response);
      }
      const said = violation(request);
      const code = said === 'origin_foreign' && isOpen(request) ? undefined : said;
      if (code === undefined) return handOn(request, response);
      // Answer without waiting for the rest of the request.
      response.shouldKeepAlive = false;
      answer(response, refuse(code));
    });
  });
  const takesUpgrades = server.listenerCount('upgrade') > 0;
  const handOnUpgrade = taken(server, 'upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until the WebSocket is established, no other code handles errors of this socket, and an unhandled one would terminate the
    // process.
    socket.on('error', () => socket.destroy());
    if (!connections.admits(request)) return;
    if (leaving()) return refuseUpgrade(socket, '502 Bad Gateway');
    if (violation(request) !== undefined) refuseUpgrade(socket, '403 Forbidden');
    // Without a listener for upgrades, this socket would never be closed: it no longer speaks HTTP, so HTTP's timeouts don't
    // apply.
    else if (!takesUpgrades) refuseUpgrade(socket, '404 Not Found');
    else {
      if (WEIGHED.some((path) => request.url?.startsWith(path))) connections.weigh(request);
      handOnUpgrade(request, socket, head);
    }
  });
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** The returned function calls the removed listeners as the server would have done. */
function taken(server: Server, event: 'request' | 'upgrade'): Listener {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return (...given) => {
    for (const listener of listeners) listener.apply(server, given);
  };
}
