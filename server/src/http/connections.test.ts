/**
 * Connections that a peer keeps busy: half closed, slow, flooded, or never read. The tests use real sockets and short timeouts.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Callers } from '../callers/callers.ts';
import { LIMITS } from '../limits.ts';
import { answer, sendInSlices } from './answer.ts';
import { Connections, countsForCustomer } from './connections.ts';
import type { ConnectionLimits } from './connections.ts';
import { unread } from './unread.ts';

const BIG = Buffer.alloc(8 * 1024 * 1024, 'x');
/** The body is short enough for one write. */
const SMALL = 'x'.repeat(LIMITS.connections.sliceBytes - 1000);
const soon = { timeout: 10_000 };
const opened: Socket[] = [];
let server: Server | undefined;
let served: string[] = [];
let weighed = 0;

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
  served = [];
  weighed = 0;
});

async function open(
  limits: Partial<ConnectionLimits> = {},
  requestsPerMinute: number = LIMITS.http.lineRequestsPerMinute,
  socketBytesPerMinute: number = LIMITS.connections.socketBytesPerMinute,
): Promise<number> {
  const made = createServer();
  const connections = new Connections(made, {
    callers: new Callers([]),
    limits: { ...LIMITS.connections, sweepEveryMs: 20, ...limits },
    requestsPerMinute,
    socketBytesPerMinute,
  });
  made.on('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.serve(request, response, () => {
      served.push(request.url ?? '');
      if (request.url === '/customer') countsForCustomer(request);
      if (request.url === '/big') sendInSlices(response, BIG);
      else if (request.url === '/small') answer(response, { ok: true, value: SMALL });
      else if (request.url === '/held') setTimeout(() => response.end('late'), 300);
      else if (request.method === 'POST') request.resume().on('end', () => response.end('read'));
      else response.end('ok');
    });
  });
  made.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  made.on('upgrade', (request: IncomingMessage, socket) => {
    socket.on('error', () => undefined);
    if (request.url === '/weighed') {
      connections.weigh(request);
      weighed += 1;
      return;
    }
    socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

/** Opens a connection of a peer that never closes its side, and that reads only when a test makes it read. */
async function peer(port: number, { reads = true, from = '127.0.0.1' } = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  opened.push(socket);
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  return socket;
}

const openOnes = () =>
  new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)));

test.each([
  ['bytes that are not HTTP', 'rubbish\r\n\r\n'],
  [
    'an upgrade that no listener accepts',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
])('closes the connection after %s, even if the peer never closes it', async (_name, bytes) => {
  const port = await open({ halfOpenMs: 100 });
  (await peer(port)).write(bytes);
  await expect.poll(openOnes, soon).toBe(0);
});

test('closes a half-closed connection whose peer reads nothing', async () => {
  const port = await open({ halfOpenMs: 100 });
  const socket = await peer(port, { reads: false });
  socket.end('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(openOnes, soon).toBe(0);
  await expect.poll(() => unread.isFull(''), soon).toBe(false);
});

test('cuts off a body that trickles in, and reads one that arrives at a steady rate', async () => {
  const port = await open({ bodyGraceMs: 200, bodyBytesPerSecondMin: 1000 });
  const drips = await peer(port);
  drips.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const dripping = setInterval(() => drips.write('x'), 20);
  drips.once('close', () => clearInterval(dripping));
  const comes = await peer(port);
  let heard = '';
  comes.on('data', (chunk) => (heard += chunk.toString()));
  comes.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n');
  for (let sent = 0; sent < 4000; sent += 400) {
    comes.write('x'.repeat(400));
    await delay(60);
  }
  await expect.poll(() => heard, soon).toContain('read');
  await expect.poll(openOnes, soon).toBe(1);
});

test('closes a connection whose peer does not read the response, and keeps one whose peer reads slowly', async () => {
  const port = await open({ unreadMs: 600 });
  (await peer(port, { reads: false })).write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
  const slow = await peer(port, { reads: false });
  let taken = 0;
  slow.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
  const reading = setInterval(() => {
    const chunk = slow.read() as Buffer | null;
    taken += chunk?.length ?? 0;
  }, 5);
  await expect.poll(openOnes, soon).toBe(1);
  await expect.poll(() => taken, { timeout: 30_000 }).toBeGreaterThan(BIG.length);
  clearInterval(reading);
});

test('closes a connection whose peer reads a little from time to time but never catches up', async () => {
  const port = await open({ unreadMs: 600, unreadBytesPerSecondMin: 64 * 1024 * 1024 });
  const sips = await peer(port, { reads: false });
  sips.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  let taken = 0;
  const sipping = setInterval(() => {
    taken += (sips.read() as Buffer | null)?.length ?? 0;
  }, 100);
  await expect.poll(openOnes, soon).toBe(0);
  clearInterval(sipping);
  expect(taken).toBeGreaterThan(0);
});

test('counts small responses that the peer has not read as waiting', async () => {
  const port = await open({ unreadMs: 60_000 });
  const socket = await peer(port, { reads: false });
  // The operating system's buffers fill up before the server's.
  for (let at = 1; unread.waitingOf('127.0.0.1') === 0; at += 1) {
    expect(at).toBeLessThan(1000);
    socket.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => served.length, { ...soon, interval: 2 }).toBe(at);
  }
  expect(unread.waitingOf('127.0.0.1')).toBeGreaterThan(SMALL.length);
  socket.destroy();
  await expect.poll(() => unread.waitingOf('127.0.0.1'), soon).toBe(0);
});

test('briefly disconnects an address that sends too many requests, and no other address', async () => {
  const port = await open({ refusedMs: 300 }, 6 * 50);
  const asks = await peer(port);
  const other = await peer(port, { from: '127.0.0.2' });
  // A request counts as slightly more than one, because its bytes are charged too.
  for (let at = 10; at <= 40; at += 10) {
    asks.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    await expect.poll(() => served.length, { ...soon, interval: 5 }).toBe(at);
  }
  asks.write('GET /more HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(15));
  await expect.poll(openOnes, { ...soon, interval: 5 }).toBe(1);
  other.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => served.at(-1), soon).toBe('/other');
  expect(served.filter((url) => url === '/more').length).toBeLessThanOrEqual(10);
});

test('charges requests to each customer’s own limit instead of the address that customers share', async () => {
  const port = await open({}, 6 * 50);
  const asks = await peer(port);
  for (let at = 10; at <= 120; at += 10) {
    asks.write('GET /customer HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    await expect.poll(() => served.length, { ...soon, interval: 5 }).toBe(at);
  }
  expect(await openOnes()).toBe(1);
});

test('charges an address for the bytes it sends', async () => {
  const port = await open({ refusedMs: 300 }, 6 * 50);
  const body = 'x'.repeat(120 * 1024);
  const file = 'Content-Type: multipart/form-data; boundary=y';
  const post = `POST / HTTP/1.1\r\nHost: x\r\n${file}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const sends = await peer(port);
  for (let at = 1; at <= 2; at += 1) {
    sends.write(post);
    await expect.poll(() => served.length, soon).toBe(at);
    await delay(50);
  }
  sends.write(post);
  await expect.poll(openOnes, soon).toBe(0);
  expect(served).toHaveLength(2);
});

test('limits the total bytes that one address sends over WebSockets, and affects no other address', async () => {
  const port = await open({}, undefined, 6 * 10_000);
  const upgrade = 'GET /weighed HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const [one, two, other] = [await peer(port), await peer(port), await peer(port, { from: '127.0.0.2' })];
  for (const socket of [one, two, other]) socket.write(upgrade);
  await expect.poll(() => weighed, soon).toBe(3);
  one.write('x'.repeat(6000));
  other.write('x'.repeat(6000));
  await delay(100);
  expect(await openOnes()).toBe(3);
  two.write('x'.repeat(6000));
  await expect.poll(openOnes, soon).toBe(1);
  expect(other.destroyed).toBe(false);
});

test('queues pipelined requests, and closes a connection with too many of them', async () => {
  const port = await open({ pipelinedMax: 4, refusedMs: 200 });
  const ahead = await peer(port);
  ahead.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await delay(150);
  expect(served).toEqual(['/held']);
  await expect.poll(() => served.length, soon).toBe(3);
  const greedy = await peer(port, { reads: false });
  greedy.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(850));
  // The address's other connections are closed too, and new ones are refused for a moment.
  await expect.poll(openOnes, soon).toBe(0);
  expect(served.filter((url) => url === '/big').length).toBeLessThanOrEqual(1);
  await peer(port, { from: '127.0.0.2' });
  await expect.poll(openOnes, soon).toBe(1);
  await delay(300);
  const back = await peer(port);
  back.write('GET /back HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => served, soon).toContain('/back');
});

test('limits the connections of each address separately', async () => {
  const port = await open({ lineMax: 3 });
  for (let at = 0; at < 10; at += 1) await peer(port);
  await expect.poll(openOnes, soon).toBe(3);
  await peer(port, { from: '127.0.0.2' });
  await expect.poll(openOnes, soon).toBe(4);
  opened[0]?.destroy();
  await expect.poll(openOnes, soon).toBe(3);
  await peer(port);
  await expect.poll(openOnes, soon).toBe(4);
});
