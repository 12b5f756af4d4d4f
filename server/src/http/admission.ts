/**
 * What stands before everything that a server answers, its sockets included: by which name it is called, from which page, and over
 * how many connections.
 * It comes after whatever else listens to the server, and hands on to it what may pass.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse } from '@candor/domain/outcome.ts';
import { SOCKET_PATH } from '@candor/protocol/channels.ts';
import type { Callers } from '../callers/callers.ts';
import type { ServedNames } from '../callers/served-names.ts';
import { answer } from './answer.ts';
import { isUnmeasured } from './body-cost.ts';
import { Connections } from './connections.ts';
import { SHARE_PATH } from './share-route.ts';

export type AdmissionOptions = { readonly callers: Callers; readonly names: ServedNames };

type Listener = (...given: unknown[]) => void;

/** Puts itself before all listeners that the server has by now. */
export function admitOnly(server: Server, { callers, names }: AdmissionOptions): void {
  const connections = new Connections(server, { callers });
  const violation = (request: IncomingMessage) => {
    if (isUnmeasured(request)) return 'request_illegal' as const;
    const host = callers.hostOf(request);
    if (!names.isOwnHost(host)) return 'host_unknown' as const;
    // Another app's share sheet opens this page in the browser, without an origin of its own; it only leads on.
    if (request.method === 'POST' && request.url === SHARE_PATH) return undefined;
    return names.isOwnOrigin(request.headers.origin, host) ? undefined : ('origin_foreign' as const);
  };
  const handOn = taken(server, 'request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.serve(request, response, () => {
      const code = violation(request);
      if (code === undefined) return handOn(request, response);
      // What it still sends is not waited for.
      response.shouldKeepAlive = false;
      answer(response, refuse(code));
    });
  });
  const takesUpgrades = server.listenerCount('upgrade') > 0;
  const handOnUpgrade = taken(server, 'upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From the upgrade on nobody else hears this socket's errors until a websocket stands; unheard, one ends the process.
    socket.on('error', () => socket.destroy());
    if (!connections.admits(request)) return;
    if (violation(request) !== undefined) refuseUpgrade(socket, '403 Forbidden');
    // Where nobody takes upgrades nobody would ever end this one: it is no HTTP any more, and no timeout of that counts.
    else if (!takesUpgrades) refuseUpgrade(socket, '404 Not Found');
    else {
      if (request.url?.startsWith(SOCKET_PATH) === true) connections.weigh(request);
      handOnUpgrade(request, socket, head);
    }
  });
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** Takes the listeners off the server, and calls them as it would have. */
function taken(server: Server, event: 'request' | 'upgrade'): Listener {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return (...given) => {
    for (const listener of listeners) listener.apply(server, given);
  };
}
