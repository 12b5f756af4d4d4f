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
   * Whether this server is about to stop. If so, every connection ends with its next answer. If a proxy can safely repeat a
   * request on another server, it is asked to do so, which also tells it that this server is stopping. All other requests are
   * still answered.
   */
  readonly leaving?: () => boolean;
};

/** Routes by which a proxy checks whether this server is stopping. They are always answered. */
const HEALTH_PATHS = ['/healthz', '/readyz'];

function isRepeatable({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !HEALTH_PATHS.includes(url ?? '');
}

/**
 * The paths of WebSockets whose traffic is charged to their address: those of customers, but not those of programs that push
 * quotes.
 */
const WEIGHED = [SOCKET_PATH, '/compat/'];

/** Paths that pages of any website may read: they are public, and their content does not depend on the caller. */
const OPEN_PATHS = ['/compat/udf/', '/log/'];

function isOpen({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && OPEN_PATHS.some((path) => url?.startsWith(path));
}

type Listener = (...given: unknown[]) => void;

/** Wraps the server's listeners with the checks. Only the listeners present now are wrapped. */
export function admitOnly(server: Server, { callers, names, leaving = () => false }: AdmissionOptions): void {
  const connections = new Connections(server, { callers });
  const violation = (request: IncomingMessage) => {
    if (isUnmeasured(request)) return 'request_illegal' as const;
    const host = callers.hostOf(request);
    if (!names.isOwnHost(host)) return 'host_unknown' as const;
    // When another app shares to this page, the browser sends no origin. The page only redirects.
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
      // Answers without waiting for the rest of the request.
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

/** Removes the server's listeners for an event, and returns a function that calls them as the server would have done. */
function taken(server: Server, event: 'request' | 'upgrade'): Listener {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return (...given) => {
    for (const listener of listeners) listener.apply(server, given);
  };
}
