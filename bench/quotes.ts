/**
 * Measures the cost of sending a quote to many clients: CPU time per message in the socket server, compared with a bare WebSocket
 * server that sends the same bytes to as many clients. Both run concurrently and alternate every few seconds, so that a busy
 * machine slows them equally; the clients are in separate processes and only count.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startRealtime } from '../server/src/realtime/realtime.ts';
import { makeToyMarket } from '../server/src/realtime/testing/toy-market.ts';
import { figureLine, median, percentile } from './figure.ts';
import type { Figure } from './figure.ts';
import { openWebSockets } from './web-sockets.ts';

/** The goal is for 5,000 clients; fewer give the same cost per message on a machine that cannot hold ten thousand sockets. */
const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 5000);
const SYMBOLS = Array.from({ length: 22 }, (_, at) => `C${at}/USDT`);
const TURNS = 5;
const TURN_MS = 2000;
const BATCHES_PER_SECOND = 4;

type Counted = { readonly messages: number; readonly bytes: number; readonly delaysMs: readonly number[] };
/** A server with its clients connected, which is silent until its market moves. */
type Contestant = { readonly clients: ChildProcess; move(): void; close(): void };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function connectClients(url: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('quote-clients.ts', import.meta.url)), [url, String(CLIENTS)]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('expected all clients to join, but some exited before');
  });
  await Promise.race([once(child, 'message'), ended]);
  return child;
}

async function openDoor(): Promise<Contestant> {
  const server = createServer();
  const toy = makeToyMarket(SYMBOLS);
  let madeMs = Date.now();
  const market = {
    ...toy,
    tick: (symbol: string) => {
      const tick = toy.tick(symbol);
      return tick && ([symbol, tick[1], tick[2], tick[3], tick[4], madeMs, true] satisfies typeof tick);
    },
  };
  const realtime = startRealtime(server, {
    market,
    sessions: {
      authenticate: () => Promise.resolve(undefined),
      onSessionEnded: () => undefined,
      stateSeq: () => Promise.resolve(0),
    },
    makeOrder: () => Promise.reject(new Error('expected no order on a socket, got one')),
    limits: {
      connectionsMax: CLIENTS,
      connectionsAddressMax: CLIENTS,
      clientEventsPerSecond: 20,
      clientMessageBytesMax: 4096,
      roomsClientMax: 64,
      clientBufferBytesMax: 1024 * 1024,
      quotesPerSecond: BATCHES_PER_SECOND,
    },
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    onTrouble: (text, error) => console.error(text, error),
  });
  const url = await listen(server);
  const clients = await connectClients(`${url}/socket.io/?EIO=4&transport=websocket`);
  let price = 50_000;
  return {
    clients,
    move: () => {
      madeMs = Date.now();
      price += 1;
      for (const symbol of SYMBOLS) toy.move(symbol, price);
    },
    close: () => {
      clients.kill();
      realtime.stop();
      server.close();
    },
  };
}

/** The simplest server that could send the same amount: one text to every socket, four times a second. */
async function openBare(bytes: number): Promise<Contestant> {
  const server = createServer();
  const sockets = new (openWebSockets().WebSocketServer)({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.send('0{}');
    socket.on('message', (data: Buffer) => {
      if (data.toString() === '40') socket.send('40');
    });
  });
  const clients = await connectClients(await listen(server));
  const text = `42["quotes",${'x'.repeat(Math.max(0, bytes - 13))}]`;
  return {
    clients,
    move: () => {
      const data = Buffer.from(text);
      for (const socket of sockets.clients) socket.send(data, { binary: false });
    },
    close: () => {
      clients.kill();
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}

async function count(contestant: Contestant): Promise<Counted> {
  contestant.clients.send('count');
  const [counted] = (await once(contestant.clients, 'message')) as [Counted];
  return counted;
}

/** One turn's CPU time per message, and the messages that the clients received. */
async function turn(contestant: Contestant): Promise<Counted & { cpuUs: number }> {
  await count(contestant);
  const before = process.cpuUsage();
  const timer = setInterval(contestant.move, 1000 / BATCHES_PER_SECOND);
  await wait(TURN_MS);
  clearInterval(timer);
  await wait(1000 / BATCHES_PER_SECOND);
  const { user, system } = process.cpuUsage(before);
  const counted = await count(contestant);
  return { ...counted, cpuUs: (user + system) / counted.messages };
}

export async function benchQuotes(): Promise<Figure[]> {
  const door = await openDoor();
  try {
    const warm = await turn(door);
    const bare = await openBare(Math.round(warm.bytes / warm.messages));
    try {
      return await takeTurns(door, bare);
    } finally {
      bare.close();
    }
  } finally {
    door.close();
  }
}

async function takeTurns(door: Contestant, bare: Contestant): Promise<Figure[]> {
  await turn(bare);
  const ratios: number[] = [];
  const delays: number[] = [];
  for (let at = 0; at < TURNS; at += 1) {
    const ours = await turn(door);
    const theirs = await turn(bare);
    ratios.push(ours.cpuUs / theirs.cpuUs);
    delays.push(...ours.delaysMs);
  }
  return [
    {
      name: `quotes: CPU a message to ${CLIENTS} clients ÷ bare ws`,
      value: median(ratios),
      unit: '',
      goal: { atMost: 1.5 },
    },
    { name: 'quotes: delivery, p99', value: percentile(delays, 0.99), unit: 'ms', goal: { atMost: 250 } },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const figure of await benchQuotes()) process.stdout.write(`${figureLine(figure)}\n`);
}
