/**
 * A process full of clients for the benchmark of quotes. They join the room of all quotes, count messages, and report on request.
 * Run it with an address and a number of clients.
 */
import { openWebSockets } from './web-sockets.ts';

const { WebSocket } = openWebSockets();
const [url = '', clients = '0'] = process.argv.slice(2);
/** The first characters of engine.io's open, ping and message packets, and of socket.io's connect and event packets. */
const OPEN = '0'.charCodeAt(0);
const PING = '2'.charCodeAt(0);
const CONNECT = '0'.charCodeAt(0);
/** One in this many messages is parsed, for the time at which it was made. */
const READ_EVERY = 50;

let counted = { messages: 0, bytes: 0, delaysMs: [] as number[] };
let joined = 0;

function count(data: Buffer): void {
  counted.messages += 1;
  counted.bytes += data.length;
  if (counted.messages % READ_EVERY !== 0) return;
  const madeMs = /,(\d{13}),/.exec(data.toString('latin1', 0, 200))?.[1];
  if (madeMs !== undefined) counted.delaysMs.push(Date.now() - Number(madeMs));
}

for (let client = 0; client < Number(clients); client += 1) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on('message', (data: Buffer) => {
    if (data[0] === OPEN) socket.send('40');
    else if (data[0] === PING) socket.send('3');
    else if (data[1] === CONNECT) {
      socket.send('42["join","quotes"]');
      joined += 1;
      if (joined === Number(clients)) process.send?.('joined');
    } else count(data);
  });
}

process.on('message', () => {
  process.send?.(counted);
  counted = { messages: 0, bytes: 0, delaysMs: [] };
});
