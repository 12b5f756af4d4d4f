/** The connection against a real socket.io server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { createConnection } from './connection.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function scene(): Promise<{ server: Server; connection: Connection; heard: string[] }> {
  const http = createServer();
  const server = new Server(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const heard: string[] = [];
  server.on('connection', (socket) => {
    socket.on('join', (room: string, done: () => void) => {
      heard.push(`join ${room}`);
      void socket.join(room);
      done();
    });
    socket.on('leave', (room: string, done: () => void) => {
      heard.push(`leave ${room}`);
      done();
    });
    socket.on('authenticate', (token: string, done: (answer: unknown) => void) => {
      heard.push(`authenticate ${token}`);
      done(token === 'good' ? { ok: true, seq: 3 } : { ok: false });
    });
  });
  const socket = io(`http://127.0.0.1:${port}`, { reconnectionDelay: 10, transports: ['websocket'] });
  closers.push(
    () => socket.close(),
    () => void server.close(),
  );
  return { server, connection: createConnection(async () => socket), heard };
}

const settled = async (check: () => void): Promise<void> => {
  await expect.poll(() => (check(), true), { timeout: 4000, interval: 10 }).toBe(true);
};

test('stays closed until a room is wanted or a token is set', async () => {
  const { connection } = await scene();
  expect(connection.state()).toBe('idle');
  connection.want('quotes');
  await settled(() => expect(connection.state()).toBe('up'));
});

test('joins a room once even if it is wanted twice, and leaves the room at the last release', async () => {
  const { connection, heard } = await scene();
  const first = connection.want('quotes');
  await settled(() => expect(heard).toEqual(['join quotes']));
  const second = connection.want('quotes');
  first();
  first();
  second();
  await settled(() => expect(heard).toEqual(['join quotes', 'leave quotes']));
});

test('rejoins rooms and sends the token again after a reconnect', async () => {
  const { server, connection, heard } = await scene();
  const answers: unknown[] = [];
  connection.onAuthenticated((answer) => answers.push(answer));
  connection.want('quote:BTC/USDT');
  connection.useToken('good');
  await settled(() => expect(answers).toEqual([{ ok: true, seq: 3 }]));
  heard.length = 0;
  for (const socket of server.sockets.sockets.values()) socket.conn.close();
  await settled(() => expect(heard).toEqual(['join quote:BTC/USDT', 'authenticate good']));
  expect(connection.state()).toBe('up');
});

test('reconnects after the server closed the socket if rooms are still wanted', async () => {
  const { server, connection, heard } = await scene();
  connection.want('quotes');
  await settled(() => expect(connection.state()).toBe('up'));
  heard.length = 0;
  server.disconnectSockets();
  await settled(() => expect(heard).toEqual(['join quotes']));
});

test('delivers quotes of a joined room and reports an invalid token', async () => {
  const { server, connection } = await scene();
  const symbols: string[] = [];
  const answers: unknown[] = [];
  connection.on('quotes', (ticks) => symbols.push(...ticks.map(([symbol]) => symbol)));
  connection.onAuthenticated((answer) => answers.push(answer));
  connection.want('quotes');
  connection.useToken('stolen');
  await settled(() => expect(answers).toEqual([{ ok: false }]));
  server.to('quotes').emit('quotes', [['BTC/USDT', '1', '2', '1', 1, 1, true]]);
  await settled(() => expect(symbols).toEqual(['BTC/USDT']));
});
