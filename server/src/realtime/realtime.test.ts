/** The socket door from outside: real clients of both protocols, strangers, floods, and devices that do not read. */
import { createServer } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { QuoteTick } from '@candor/protocol/channels.ts';
import { channels } from '@candor/protocol/channels.ts';
import * as v from 'valibot';
import type { Identity } from './private-events.ts';
import { startRealtime } from './realtime.ts';
import type { Realtime, RealtimeLimits } from './realtime.ts';
import { makeToyMarket } from './toy-market.ts';
import type { ToyMarket } from './toy-market.ts';

const BTC = 'BTC/USDT';
const ETH = 'ETH/USDT';
const limits: RealtimeLimits = {
  connectionsMax: 50,
  connectionsAddressMax: 40,
  clientEventsPerSecond: 20,
  clientMessageBytesMax: 4096,
  roomsClientMax: 64,
  clientBufferBytesMax: 1024 * 1024,
  quotesPerSecond: 20,
};

type House = {
  readonly url: string;
  readonly market: ToyMarket;
  readonly realtime: Realtime;
  readonly tokens: Map<string, Identity>;
  readonly states: Map<bigint, number>;
  readonly endSession: (session: bigint) => void;
  readonly serverSockets: NetSocket[];
  readonly troubles: string[];
};
let closers: (() => void | Promise<void>)[];

beforeEach(() => {
  closers = [];
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
});

async function open(
  options: { symbols?: readonly string[]; limits?: Partial<RealtimeLimits> } = {},
): Promise<House> {
  const server = createServer((_request, response) => response.end());
  const serverSockets: NetSocket[] = [];
  server.on('connection', (socket) => serverSockets.push(socket));
  const market = makeToyMarket(options.symbols ?? [BTC, ETH]);
  const tokens = new Map<string, Identity>();
  const states = new Map<bigint, number>();
  const troubles: string[] = [];
  let endSession: (session: bigint) => void = () => undefined;
  const realtime = startRealtime(server, {
    market,
    sessions: {
      authenticate: (token) =>
        token === 'no database' ? Promise.reject(new Error('gone')) : Promise.resolve(tokens.get(token)),
      onSessionEnded: (listener) => (endSession = listener),
      stateSeq: (customer) => Promise.resolve(states.get(customer) ?? 0),
    },
    limits: { ...limits, ...options.limits },
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    onTrouble: (text) => troubles.push(text),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    realtime.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = (session: bigint): void => endSession(session);
  return { url, market, realtime, tokens, states, endSession: end, serverSockets, troubles };
}

async function connect(house: House, options: Parameters<typeof io>[1] = {}): Promise<Socket> {
  const socket = io(house.url, { reconnection: false, forceNew: true, ...options });
  closers.push(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

function batchesOf(socket: Socket): QuoteTick[][] {
  const batches: QuoteTick[][] = [];
  socket.on('quotes', (batch: QuoteTick[]) => batches.push(batch));
  return batches;
}

const ask = (socket: Socket, event: string, value: unknown): Promise<unknown> =>
  socket.timeout(3000).emitWithAck(event, value);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const soon = { timeout: 4000, interval: 10 };

describe.each([['websocket'], ['polling']] as const)('by %s', (transport) => {
  test('a room starts with everything and goes on with what changed, in the shape of the table', async () => {
    const house = await open();
    const socket = await connect(house, { transports: [transport] });
    const batches = batchesOf(socket);
    expect(await ask(socket, 'join', 'quotes')).toEqual({ ok: true });
    await expect.poll(() => batches.length, soon).toBe(1);
    expect(batches[0]!.map(([symbol]) => symbol)).toEqual([BTC, ETH]);
    house.market.move(ETH, 7);
    await expect.poll(() => batches.length, soon).toBe(2);
    expect(batches[1]).toEqual([[ETH, '7', '7', '7', 2, 2, true]]);
    for (const batch of batches) v.parse(channels.quotes.payload, batch);
  });
});

test('many changes between two batches are one tick, the newest', async () => {
  const house = await open({ limits: { quotesPerSecond: 4 } });
  const socket = await connect(house);
  const batches = batchesOf(socket);
  await ask(socket, 'join', `quote:${BTC}`);
  await expect.poll(() => batches.length, soon).toBe(1);
  for (let price = 2; price <= 500; price += 1) {
    house.market.move(BTC, price);
    house.market.move(ETH, price);
    if (price % 10 === 0) await pause(10);
  }
  await expect.poll(() => batches.at(-1), soon).toEqual([[BTC, '500', '500', '500', 500, 500, true]]);
  expect(batches.length).toBeLessThanOrEqual(6);
});

test('rooms of symbols add up to one batch, and leaving one ends it', async () => {
  const house = await open({ symbols: [BTC, ETH, 'XAU/USD'] });
  const socket = await connect(house);
  const batches = batchesOf(socket);
  await ask(socket, 'join', `quote:${ETH}`);
  await ask(socket, 'join', `quote:${BTC}`);
  await ask(socket, 'leave', `quote:${ETH}`);
  await pause(150);
  batches.length = 0;
  house.market.move(ETH, 2);
  house.market.move('XAU/USD', 2);
  house.market.move(BTC, 2);
  await expect.poll(() => batches.length, soon).toBe(1);
  expect(batches[0]!.map(([symbol]) => symbol)).toEqual([BTC]);
});

test('the candle in the making follows its symbol', async () => {
  const house = await open();
  const socket = await connect(house);
  const candles: unknown[] = [];
  socket.on('candle', (update) => candles.push(update));
  expect(await ask(socket, 'join', `candle:${BTC}:5m`)).toEqual({ ok: true });
  await expect.poll(() => candles.length, soon).toBe(1);
  house.market.move(ETH, 3);
  house.market.move(BTC, 9);
  await expect.poll(() => candles.length, soon).toBe(2);
  expect(v.parse(channels.candle.payload, candles[1]).candle.close).toBe('9');
});

test.each([
  'quotes:all',
  'quote:',
  'quote:NOPE/USDT',
  `candle:${BTC}`,
  `candle:${BTC}:2m`,
  `candle:${BTC}:1m:x`,
  'user:100001',
  '',
  'x'.repeat(61),
  7,
  null,
  { room: 'quotes' },
  ['quotes'],
])('there is no room %j', async (room) => {
  const house = await open();
  const socket = await connect(house);
  expect(await ask(socket, 'join', room)).toEqual({ ok: false });
});

test('a client joins a bounded number of rooms', async () => {
  const house = await open({ limits: { roomsClientMax: 2 } });
  const socket = await connect(house);
  expect(await ask(socket, 'join', 'quotes')).toEqual({ ok: true });
  expect(await ask(socket, 'join', `quote:${BTC}`)).toEqual({ ok: true });
  expect(await ask(socket, 'join', `quote:${ETH}`)).toEqual({ ok: false });
  await ask(socket, 'leave', 'quotes');
  expect(await ask(socket, 'join', `quote:${ETH}`)).toEqual({ ok: true });
});

test('private events reach every device of their customer and nobody else', async () => {
  const house = await open();
  house.tokens.set('mine', { customer: 1n, session: 11n }).set('my other', { customer: 1n, session: 12n });
  house.tokens.set('yours', { customer: 2n, session: 21n });
  house.states.set(1n, 41);
  const heard: string[] = [];
  for (const [name, token] of [
    ['a', 'mine'],
    ['b', 'my other'],
    ['c', 'yours'],
    ['d', 'nobody'],
  ] as const) {
    const socket = await connect(house);
    socket.on('wallet', ({ seq, prev }) => heard.push(`${name} ${prev}→${seq}`));
    const seq = token === 'yours' ? 0 : 41;
    expect(await ask(socket, 'authenticate', token)).toEqual(
      token === 'nobody' ? { ok: false } : { ok: true, seq },
    );
  }
  expect([house.realtime.hears(1n), house.realtime.hears(3n)]).toEqual([true, false]);
  house.realtime.publish(1n, 'wallet', { prev: 41, seq: 42, wallets: [] });
  house.realtime.publish(3n, 'wallet', { prev: 1, seq: 2, wallets: [] });
  await expect.poll(() => heard.length, soon).toBe(2);
  await pause(100);
  expect(heard.toSorted()).toEqual(['a 41→42', 'b 41→42']);
});

test('a device that was away sees by the number that it missed something', async () => {
  const house = await open();
  house.tokens.set('mine', { customer: 1n, session: 11n });
  house.states.set(1n, 5);
  const before = await connect(house);
  expect(await ask(before, 'authenticate', 'mine')).toEqual({ ok: true, seq: 5 });
  before.close();
  await expect.poll(() => house.realtime.hears(1n), soon).toBe(false);
  house.states.set(1n, 8);
  house.realtime.publish(1n, 'wallet', { prev: 5, seq: 8, wallets: [] });
  const after = await connect(house);
  expect(await ask(after, 'authenticate', 'mine')).toEqual({ ok: true, seq: 8 });
});

test('an ended session is told and closed, whether it ended here or elsewhere', async () => {
  const house = await open();
  house.tokens.set('here', { customer: 1n, session: 11n }).set('elsewhere', { customer: 1n, session: 12n });
  const ends: string[] = [];
  for (const token of ['here', 'elsewhere']) {
    const socket = await connect(house);
    await ask(socket, 'authenticate', token);
    socket.on('session_ended', (payload) =>
      ends.push(`${token} told ${v.is(channels.session_ended.payload, payload)}`),
    );
    socket.on('disconnect', (reason) => ends.push(`${token} ${reason}`));
  }
  house.endSession(11n);
  await expect.poll(() => ends, soon).toEqual(['here told true', 'here transport close']);
  house.tokens.delete('elsewhere');
  await expect
    .poll(() => ends.slice(2), { timeout: 5000 })
    .toEqual(['elsewhere told true', 'elsewhere transport close']);
  expect(house.realtime.hears(1n)).toBe(false);
});

test('a database that does not answer logs nobody out', async () => {
  const house = await open();
  const socket = await connect(house);
  const reason = new Promise((resolve) => socket.on('disconnect', resolve));
  socket.emit('authenticate', 'no database', () =>
    expect.unreachable('an answer would log the customer out'),
  );
  expect(await reason).toBe('transport close');
  expect(house.troubles).toEqual(['a connection could not be authenticated']);
});

test('a page of another origin is refused, the own one and a program are not', async () => {
  const house = await open();
  const origin = (value: string) => ({ extraHeaders: { origin: value }, transports: ['websocket'] });
  await expect(connect(house, origin('https://evil.example'))).rejects.toThrow();
  await expect(connect(house, origin('null'))).rejects.toThrow();
  await connect(house, origin(house.url));
  const polled = await fetch(`${house.url}/socket.io/?EIO=4&transport=polling`, {
    headers: { origin: 'https://evil.example' },
  });
  expect(polled.status).toBe(403);
});

test('one address opens a bounded number of connections, and gets room when one closes', async () => {
  const house = await open({ limits: { connectionsAddressMax: 2 } });
  const first = await connect(house);
  await connect(house);
  await expect(connect(house)).rejects.toThrow();
  first.close();
  await pause(100);
  await connect(house);
});

describe('harmless', () => {
  const raw = async (house: House): Promise<WebSocket> => {
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.on('error', () => undefined);
    closers.push(() => socket.terminate());
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send('40');
    await new Promise((resolve) => socket.once('message', resolve));
    return socket;
  };
  const closed = (socket: WebSocket) =>
    new Promise((resolve) => socket.once('close', () => resolve('closed')));

  test.each([
    ['an unknown packet type', '9'],
    ['a socket.io packet of rubbish', '4rubbish'],
    ['an event that is no array', '42{"a":1}'],
    ['a reserved event', '42["disconnect"]'],
    ['a binary event without its parts', '451-["join",{"_placeholder":true,"num":0}]'],
    ['a binary frame', Buffer.from([1, 2, 3])],
    ['an acknowledgement of nothing', '4399999["x"]'],
    ['a frame of 1 MB', `42["join","${'x'.repeat(1024 * 1024)}"]`],
    ['an unknown event', '42["admin",{"price":1}]'],
    ['__proto__ for a room', '42["join","__proto__"]'],
  ])('%s', async (_name, frame) => {
    const house = await open();
    const victim = await connect(house);
    const socket = await raw(house);
    socket.send(frame);
    socket.send('42["join","quotes"]');
    await pause(50);
    const batches = batchesOf(victim);
    await ask(victim, 'join', 'quotes');
    await expect.poll(() => batches.length, soon).toBe(1);
  });

  test('a flood of events ends its connection', async () => {
    const house = await open();
    const socket = await raw(house);
    const end = closed(socket);
    for (let count = 0; count < 10_000; count += 1) socket.send('42["join","quotes"]');
    expect(await end).toBe('closed');
    const other = await connect(house);
    expect(await ask(other, 'join', 'quotes')).toEqual({ ok: true });
  });
});

test('a client of the old protocol follows quotes by websocket and by polling', async () => {
  const house = await open();
  const messages: string[] = [];
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket`);
  closers.push(() => socket.terminate());
  socket.on('message', (data: Buffer) => messages.push(data.toString()));
  await expect.poll(() => messages.length, soon).toBe(2);
  expect(messages[0]).toMatch(/^0\{"sid"/);
  expect(messages[1]).toBe('40');
  socket.send('420["join","quotes"]');
  await expect
    .poll(() => messages.slice(2).toSorted(), soon)
    .toEqual([
      `42["quotes",[["${BTC}","1","1","1",1,0,true],["${ETH}","1","1","1",1,0,true]]]`,
      '430[{"ok":true}]',
    ]);

  const polling = `${house.url}/socket.io/?EIO=3&transport=polling`;
  const opened = await (await fetch(polling)).text();
  const sid = /"sid":"([^"]+)"/.exec(opened)![1];
  const join = '42["join","quotes"]';
  await fetch(`${polling}&sid=${sid}`, {
    method: 'POST',
    body: `${join.length}:${join}`,
    headers: { 'content-type': 'text/plain' },
  });
  let text = '';
  while (!text.includes('quotes')) text += await (await fetch(`${polling}&sid=${sid}`)).text();
  expect(text).toContain(`42["quotes",[["${BTC}"`);
});

test('a client that does not read costs little memory, delays nobody, and gets the newest when it reads again', async () => {
  const symbols = Array.from({ length: 3000 }, (_, at) => `S${at}/USDT`);
  const house = await open({ symbols, limits: { quotesPerSecond: 40 } });
  const slow = await connect(house, { transports: ['websocket'] });
  const slowBatches = batchesOf(slow);
  await ask(slow, 'join', 'quotes');
  await expect.poll(() => slowBatches.length, soon).toBe(1);
  const quick = await connect(house, { transports: ['websocket'] });
  const delays: number[] = [];
  let sentMs = 0;
  quick.on('quotes', () => delays.push(performance.now() - sentMs));
  await ask(quick, 'join', `quote:${symbols[0]}`);

  const wire = (slow.io.engine.transport as unknown as { ws: { _socket: NetSocket } }).ws._socket;
  wire.pause();
  let mostBuffered = 0;
  const startMs = performance.now();
  let price = 1;
  for (; performance.now() - startMs < 3000; price += 1) {
    sentMs = performance.now();
    for (const symbol of symbols) house.market.move(symbol, price);
    await pause(25);
    mostBuffered = Math.max(mostBuffered, ...house.serverSockets.map((socket) => socket.writableLength));
  }
  expect(mostBuffered).toBeGreaterThan(0);
  expect(mostBuffered).toBeLessThanOrEqual(1024 * 1024);
  expect(delays.length).toBeGreaterThan(20);
  expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)]).toBeLessThan(250);

  wire.resume();
  const newest = String(price - 1);
  const known = new Map<string, string>();
  slow.on('quotes', (batch: QuoteTick[]) => batch.forEach(([symbol, bid]) => known.set(symbol, bid)));
  await expect
    .poll(() => [known.get(symbols[0]!), known.get(symbols[2999]!)], soon)
    .toEqual([newest, newest]);
});

test('private events that pile up past the bound end the connection', async () => {
  const house = await open({ limits: { clientBufferBytesMax: 200_000 } });
  house.tokens.set('mine', { customer: 1n, session: 11n });
  const socket = await connect(house, { transports: ['websocket'] });
  await ask(socket, 'authenticate', 'mine');
  const wire = (socket.io.engine.transport as unknown as { ws: { _socket: NetSocket } }).ws._socket;
  wire.pause();
  const filler = 'x'.repeat(50_000);
  for (let count = 0; count < 600 && house.realtime.hears(1n); count += 1) {
    house.realtime.publish(1n, 'wallet', { filler });
    await pause(1);
  }
  expect(house.realtime.hears(1n)).toBe(false);
  wire.resume();
});
