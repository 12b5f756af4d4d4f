/**
 * Limits the rate of a WebSocket's pongs. The library answers every ping immediately with a separate write, which costs more than
 * sending the ping. The protocol requires an answer only to the newest ping (RFC 6455, 5.5.3).
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ServerOptions, WebSocket } from 'ws';

const EVERY_MS = 1000;

export class PacedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    done: (client: WebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (client, asked) => {
      answerPings(client);
      done(client, asked);
    });
  }
}

function answerPings(client: WebSocket): void {
  let newest: Buffer | undefined;
  let resting: NodeJS.Timeout | undefined;
  const answer = (): void => {
    resting = undefined;
    if (newest === undefined || client.readyState !== client.OPEN) return;
    client.pong(newest);
    newest = undefined;
    resting = setTimeout(answer, EVERY_MS);
    resting.unref();
  };
  client.on('ping', (data: Buffer) => {
    newest = data;
    if (resting === undefined) answer();
  });
  client.on('close', () => clearTimeout(resting));
}
