/**
 * A process that floods a server over many connections, so that whoever measures what others wait for is not held up by the
 * sending itself. Its only argument says how, as JSON. It is the nicest process there is: on a busy machine it sends less, and takes nothing
 * of what the server and whoever measures are given.
 */
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';

export type Flood = {
  readonly port: number;
  readonly from: string;
  readonly connections: number;
  readonly forMs: number;
  /** Sent once on each connection; what follows is read once a websocket stands, where it asks for one. */
  readonly opening: string;
  /** Sent without end, in base64. */
  readonly piece: string;
};

const CHUNK_BYTES = 64 * 1024;
const AGAIN_MS = 10;

/** A peer that sends its pieces without end, again over a new connection where one is ended. */
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

const [, , told] = process.argv;
if (told !== undefined) {
  setPriority(constants.priority.PRIORITY_LOW);
  const flood = JSON.parse(told) as Flood;
  const piece = Buffer.from(flood.piece, 'base64');
  const pieces = Buffer.concat(Array.from({ length: Math.ceil(CHUNK_BYTES / piece.length) }, () => piece));
  const untilMs = performance.now() + flood.forMs;
  for (let at = 0; at < flood.connections; at += 1) send(flood, pieces, untilMs);
  process.stdout.write('sending\n');
  setTimeout(() => process.exit(0), flood.forMs);
}
