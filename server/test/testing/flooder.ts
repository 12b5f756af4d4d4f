/**
 * A process that floods a server over many connections, so that sending does not slow down the process that measures how long
 * others wait. Its only argument is the configuration, as JSON. It runs at the lowest priority: on a busy machine, it sends
 * less and takes no time from the server or the measuring process.
 */
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';

export type Flood = {
  readonly port: number;
  readonly from: string;
  readonly connections: number;
  readonly forMs: number;
  /** Sent once on each connection. If it requests a websocket, the pieces are sent once the websocket is open. */
  readonly opening: string;
  /** Sent endlessly; base64. */
  readonly piece: string;
};

const CHUNK_BYTES = 64 * 1024;
const AGAIN_MS = 10;

/** Opens a connection that sends the pieces endlessly, and reconnects when the connection is closed. */
function send({ port, from, opening }: Flood, pieces: Buffer, untilMs: number): void {
  const begin = (): void => {
    if (performance.now() > untilMs) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const go = (): void => {
      while (!socket.destroyed && socket.write(pieces));
    };
    socket.on('error', () => undefined);
    socket.on('drain', go);
    socket.on('close', () => setTimeout(begin, AGAIN_MS));
    socket.write(opening);
    if (opening.includes('Upgrade')) socket.once('data', go);
    else go();
    socket.resume();
  };
  begin();
}

const [, , given] = process.argv;
if (given !== undefined) {
  setPriority(constants.priority.PRIORITY_LOW);
  const flood = JSON.parse(given) as Flood;
  const piece = Buffer.from(flood.piece, 'base64');
  const pieces = Buffer.concat(Array.from({ length: Math.ceil(CHUNK_BYTES / piece.length) }, () => piece));
  const untilMs = performance.now() + flood.forMs;
  for (let at = 0; at < flood.connections; at += 1) send(flood, pieces, untilMs);
  process.stdout.write('sending\n');
  setTimeout(() => process.exit(0), flood.forMs);
}
