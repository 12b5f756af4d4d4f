/** The socket server with unusual clients: foreign pages, floods, old clients, and devices that don't read. */
import { connect as netConnect } from 'node:net';
import type { Socket as NetSocket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { QuoteTick } from '@candor/protocol/channels.ts';
import { WebSocket } from 'ws';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import {
  ask,
  batchesOf,
  BTC,
  closeAll,
  closeLater,
  connect,
  ETH,
  openHouse,
  pause,
  soon,
} from './testing/house.ts';
import type { House } from './testing/house.ts';

afterEach(closeAll);

test('rejects a page from a foreign origin, and accepts our own pages and a program', async () => {
  const house = await openHouse();
  const origin = (value: string) => ({ extraHeaders: { origin: value }, transports: ['websocket'] });
  await expect(connect(house, origin('https://evil.example'))).rejects.toThrow();
  await expect(connect(house, origin('null'))).rejects.toThrow();
  await connect(house, origin(house.url));
  const polled = await fetch(`${house.url}/socket.io/?EIO=4&transport=polling`, {
    headers: { origin: 'https://evil.example' },
  });
  expect(polled.status).toBe(403);
});

test('limits connections per network address, and accepts a new one after one closes', async () => {
  const house = await openHouse({ limits: { connectionsAddressMax: 2 } });
  const first = await connect(house);
  await connect(house);
  await expect(connect(house)).rejects.toThrow();
  first.close();
  await pause(100);
  await connect(house);
});

describe('an abusive client', () => {
  const raw = async (house: House): Promise<WebSocket> => {
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.on('error', () => undefined);
    closeLater(() => socket.terminate());
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send('40');
    await new Promise((resolve) => socket.once('message', resolve));
    return socket;
  };
  const closed = (socket: WebSocket) =>
    new Promise((resolve) => socket.once('close', () => resolve('closed')));

  test.each([
    ['an unknown packet type', '9'],
    ['an invalid socket.io packet', '4rubbish'],
    ['an event that is no array', '42{"a":1}'],
    ['a reserved event', '42["disconnect"]'],
    ['a binary event without its parts', '451-["join",{"_placeholder":true,"num":0}]'],
    ['a binary frame', Buffer.from([1, 2, 3])],
    ['an acknowledgement of nothing', '4399999["x"]'],
    ['a frame of 1 MB', `42["join","${'x'.repeat(1024 * 1024)}"]`],
    ['an unknown event', '42["admin",{"price":1}]'],
    ['__proto__ for a room', '42["join","__proto__"]'],
  ])('disturbs no other client with %s', async (_name, frame) => {
    const house = await openHouse();
    const victim = await connect(house);
    const socket = await raw(house);
    socket.send(frame);
    socket.send('42["join","quotes"]');
    await pause(50);
    const batches = batchesOf(victim);
    await ask(victim, 'join', 'quotes');
    await expect.poll(() => batches.length, soon).toBe(1);
  });

  test('is disconnected if it sends a flood of events', async () => {
    const house = await openHouse();
    const socket = await raw(house);
    const end = closed(socket);
    for (let count = 0; count < 10_000; count += 1) socket.send('42["join","quotes"]');
    expect(await end).toBe('closed');
    const other = await connect(house);
    expect(await ask(other, 'join', 'quotes')).toEqual({ ok: true });
  });
});

test.each([
  ['malformed orders', 'closed', 'nonsense'],
  ['orders beyond its rate', 'closed', { call: 'POST coin/trade', fields: { status: 429 } }],
  ['orders within its rate', 'open', { call: 'POST coin/trade', fields: {} }],
])('after a flood of %s, the connection of a customer is %s', async (_what, end, order) => {
  const house = await openHouse();
  house.tokens.set('mine', { customer: 5n, session: 1n });
  const socket = await connect(house, { transports: ['websocket'] });
  expect(await ask(socket, 'authenticate', 'mine')).toMatchObject({ ok: true });
  const gone = new Promise<string>((done) => socket.once('disconnect', () => done('closed')));
  const answered = Promise.all(Array.from({ length: 3000 }, () => ask(socket, 'call', order)));
  expect(await Promise.race([gone, answered.then(() => 'open')])).toBe(end);
});

test.each([['immediately'], ['after it has connected']])(
  'closes a flooding connection %s, even if the peer does not complete the closing handshake',
  async (when) => {
    const house = await openHouse();
    const peer = netConnect(Number(new URL(house.url).port), '127.0.0.1');
    closeLater(() => void peer.destroy());
    const gone = new Promise<number>((resolve) => peer.once('close', () => resolve(performance.now())));
    peer.on('error', () => undefined);
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    peer.write(
      [
        ...['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'Host: localhost', ...upgrade, key],
        ...['', ''],
      ].join('\r\n'),
    );
    await new Promise((resolve) => peer.once('data', resolve));
    peer.resume();
    // A mask of zeros leaves the text unchanged.
    const frame = (text: string) =>
      Buffer.concat([Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)]);
    peer.write(frame('40'));
    if (when !== 'immediately') await new Promise((resolve) => peer.once('data', resolve));
    const startedAt = performance.now();
    peer.write(Buffer.concat(Array.from({ length: 3000 }, () => frame('42["join","quotes"]'))));
    // Without our limit, the library would wait half a minute for the peer's closing handshake.
    expect((await gone) - startedAt).toBeLessThan(15_000);
  },
);

test('sends quotes to a client of the old protocol by WebSocket and by polling', async () => {
  const house = await openHouse();
  const messages: string[] = [];
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/socket.io/?EIO=3&transport=websocket`);
  closeLater(() => socket.terminate());
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

test('buffers little for a client that does not read, delays no other client, and sends the newest quote once it reads again', async () => {
  const symbols = Array.from({ length: 3000 }, (_, at) => `S${at}/USDT`);
  const house = await openHouse({ symbols, limits: { quotesPerSecond: 40 } });
  const slow = await connect(house, { transports: ['websocket'] });
  const slowBatches = batchesOf(slow);
  await ask(slow, 'join', 'quotes');
  await expect.poll(() => slowBatches.length, soon).toBe(1);
  const quick = await connect(house, { transports: ['websocket'] });
  const delays: number[] = [];
  let sentMs = 0;
  quick.on('quotes', () => {
    // The batch that answered the join was not sent by the loop below.
    if (sentMs > 0) delays.push(performance.now() - sentMs);
  });
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
  expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)]).toBeLessThan(grantedMs(250));

  wire.resume();
  const newest = String(price - 1);
  const known = new Map<string, string>();
  slow.on('quotes', (batch: QuoteTick[]) => batch.forEach(([symbol, bid]) => known.set(symbol, bid)));
  await expect
    .poll(() => [known.get(symbols[0]!), known.get(symbols[2999]!)], soon)
    .toEqual([newest, newest]);
});

test('closes a connection whose unread private events exceed the limit', async () => {
  const house = await openHouse({ limits: { clientBufferBytesMax: 200_000 } });
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

test.for([
  '/elsewhere',
  '//',
  '/socket.io/?EIO=4&transport=websocket',
  '/socket.io/?EIO=9&transport=websocket',
])('survives a client that requests a WebSocket at %s and disconnects immediately', async (path) => {
  const house = await openHouse();
  const { port } = new URL(house.url);
  for (const pauseMs of [0, 30]) {
    const hangingUp = netConnect(Number(port), '127.0.0.1');
    await new Promise((resolve) => hangingUp.once('connect', resolve));
    hangingUp.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await pause(pauseMs);
    hangingUp.resetAndDestroy();
  }
  await pause(50);
  // An unhandled error would have terminated the process by now.
  expect((await connect(house)).connected).toBe(true);
});
