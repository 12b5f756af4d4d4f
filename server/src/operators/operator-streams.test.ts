/** A console's stream whose reader is stalled or whose session is closed. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { OperatorStreams } from './operator-streams.ts';

const soon = { timeout: 5000, interval: 10 };
const CHUNK = { text: 'x'.repeat(64 * 1024) };

let database: TestDatabase;
let pool: Pool;
const closing: (() => void)[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

type Listening = { readonly socket: Socket; readonly errors: Error[]; waits(): number };

/** Streams with a separate server, and a console that listens through a socket, which the test may leave unread. */
async function scene(limits: Partial<OperatorStreamsLimits> = {}) {
  const seen = { ms: Date.now() as number | undefined };
  const streams = new OperatorStreams({
    pool,
    now: Date.now,
    seenMs: () => Promise.resolve(seen.ms),
    limits: {
      ...{
        streamsMax: 3,
        streamsSessionMax: 3,
        streamBufferBytesMax: 1024 * 1024,
        streamCheckMs: 50,
        streamBeatMs: 20,
      },
      ...{ attendedMs: 60_000, ...limits },
    },
    onTrouble: (_, error) => expect(error).toBeUndefined(),
  });
  const operator = { account: 'sam', role: 'support', person: 'Sam' } as const;
  const session = { operator, freshMs: 0, tokenHash: Buffer.alloc(32) };
  const errors: Error[] = [];
  let waits = (): number => 0;
  const server: Server = createServer((_, response) => {
    response.on('error', (error) => errors.push(error));
    waits = () => response.writableLength;
    void streams.open(response, session);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const listen = async (): Promise<Listening> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    closing.push(() => socket.destroy());
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const before = streams.present;
    await expect.poll(() => streams.present, soon).toBe(before + 1);
    return { socket, errors, waits: () => waits() };
  };
  closing.push(() => {
    streams.stop();
    server.close();
  });
  return { streams, seen, listen, session };
}
type OperatorStreamsLimits = ConstructorParameters<typeof OperatorStreams>[0]['limits'];

test('cuts off a stalled reader whose session was closed, and writes nothing after the last event', async () => {
  const { streams, seen, listen } = await scene({ streamBufferBytesMax: Number.MAX_SAFE_INTEGER });
  const { socket, errors, waits } = await listen();
  socket.pause();
  const closed = once(socket, 'close');
  // Fills the operating system's buffers, so that data waits in this process.
  for (let at = 0; at < 400 && waits() < 256 * 1024; at += 1) {
    streams.send('chat', CHUNK, null);
    await delay(1);
  }
  expect(waits()).toBeGreaterThan(0);
  seen.ms = undefined;
  await expect.poll(() => streams.present, soon).toBe(0);
  streams.send('chat', { after: true }, null);
  await delay(200);
  expect(errors).toEqual([]);
  socket.resume();
  await closed;
});

test('cuts off a reader who leaves too much data unread', async () => {
  const { streams, listen } = await scene();
  const { socket } = await listen();
  socket.pause();
  for (let at = 0; at < 400 && streams.present > 0; at += 1) {
    streams.send('chat', CHUNK, null);
    await delay(1);
  }
  expect(streams.present).toBe(0);
});

test('counts an operator as attending only while they listen and were recently active', async () => {
  const { streams, seen, listen } = await scene();
  expect(streams.attended).toBe(false);
  const { socket } = await listen();
  expect(streams.attended).toBe(true);
  seen.ms = Date.now() - 61_000;
  await expect.poll(() => streams.attended, soon).toBe(false);
  expect(streams.present).toBe(1);
  seen.ms = Date.now();
  await expect.poll(() => streams.attended, soon).toBe(true);
  socket.destroy();
  await expect.poll(() => streams.attended, soon).toBe(false);
});

test.each(['streamsMax', 'streamsSessionMax'] as const)(
  'rejects a stream above the limit %s',
  async (limit) => {
    const { streams, listen, session } = await scene({ [limit]: 2 });
    await listen();
    await listen();
    expect(await streams.open({ destroyed: false } as never, session)).toBe(false);
    expect(streams.present).toBe(2);
  },
);
