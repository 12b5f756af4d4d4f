/** The socket server as seen by its clients: public rooms and customers' private events. */
import { afterEach, describe, expect, test } from 'vitest';
import { channels } from '@candor/protocol/channels.ts';
import * as v from 'valibot';
import { ask, batchesOf, BTC, closeAll, connect, ETH, openHouse, pause, soon } from './testing/house.ts';

afterEach(closeAll);

describe.each([['websocket'], ['polling']] as const)('over %s', (transport) => {
  test('sends all data to a client that joins a room, and then only changes, in the documented form', async () => {
    const house = await openHouse();
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

test('conflates many changes between two batches into the newest tick', async () => {
  const house = await openHouse({ limits: { quotesPerSecond: 4 } });
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

test('combines rooms of symbols into one batch, and stops the quotes of a room that the client left', async () => {
  const house = await openHouse({ symbols: [BTC, ETH, 'XAU/USD'] });
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

test('sends the current candle when its symbol changes', async () => {
  const house = await openHouse();
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
])('rejects joining the room %j', async (room) => {
  const house = await openHouse();
  const socket = await connect(house);
  expect(await ask(socket, 'join', room)).toEqual({ ok: false });
});

test('limits the number of rooms per client', async () => {
  const house = await openHouse({ limits: { roomsClientMax: 2 } });
  const socket = await connect(house);
  expect(await ask(socket, 'join', 'quotes')).toEqual({ ok: true });
  expect(await ask(socket, 'join', `quote:${BTC}`)).toEqual({ ok: true });
  expect(await ask(socket, 'join', `quote:${ETH}`)).toEqual({ ok: false });
  await ask(socket, 'leave', 'quotes');
  expect(await ask(socket, 'join', `quote:${ETH}`)).toEqual({ ok: true });
});

test('sends private events to all devices of their customer and to nobody else', async () => {
  const house = await openHouse();
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

test('lets a device detect from the version of the state that it missed an event', async () => {
  const house = await openHouse();
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

test('notifies and closes the connections of a session that was closed here or in another process', async () => {
  const house = await openHouse();
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

test('closes no session while the database does not answer', async () => {
  const house = await openHouse();
  const socket = await connect(house);
  const reason = new Promise((resolve) => socket.on('disconnect', resolve));
  socket.emit('authenticate', 'no database', () =>
    expect.unreachable('expected no answer, which would log the customer out'),
  );
  expect(await reason).toBe('transport close');
  expect(house.troubles).toEqual(['sockets: failed to authenticate a connection']);
});
