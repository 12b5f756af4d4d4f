/** Concurrent uploads over real sockets: a slow or disconnected sender doesn't delay others for long. */
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { MULTIPART, multipart, uploadOver, uploadParts } from '@candor/testing/uploads.ts';

let door: IdentityDoor;
const tokens: string[] = [];

beforeAll(async () => {
  door = await openIdentityDoor();
  for (const account of ['lena', 'mara', 'nina', 'otto', 'paul']) tokens.push(await door.register(account));
  await door.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

type Sending = { readonly socket: Socket; readonly answer: Promise<string>; readonly rest: Buffer };

/** Leaves out the end of the upload. */
function begin(token: string, bytes: Buffer): Sending {
  const body = multipart(uploadParts(bytes));
  const socket = connect((door.app.server.address() as AddressInfo).port, '127.0.0.1');
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  socket.write(
    `POST /api/upload HTTP/1.1\r\nhost: candor\r\nauthorization: ${token}\r\nconnection: close\r\n` +
      `content-type: ${MULTIPART}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, -50));
  return { socket, answer, rest: body.subarray(-50) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('rejects a third concurrent upload of one customer, and accepts another customer’s', async () => {
  const [lena = '', mara = ''] = tokens;
  const slow = [begin(lena, await photo(1)), begin(lena, await photo(2))];
  await pause(200);
  expect((await uploadOver(door.app, lena, uploadParts(await photo(3)))).body).toMatchObject({
    error: 'busy',
  });
  expect((await uploadOver(door.app, mara, uploadParts(await photo(3)))).body.type).toBe('ok');
  for (const { socket, rest } of slow) socket.write(rest);
  for (const { answer } of slow) expect(await answer).toMatch(/"type":"ok"/);
});

test('frees the slot of a sender that disconnects while sending or queueing', async () => {
  const [lena = '', mara = '', nina = '', otto = '', paul = ''] = tokens;
  const senders = [];
  for (const [at, token] of [lena, lena, mara, mara].entries())
    senders.push(begin(token, await photo(10 + at)));
  await pause(200);
  const waiting = [];
  for (const [at, token] of [nina, nina, otto, otto].entries())
    // The upload is so short that the server notices the end of the socket immediately.
    waiting.push(begin(token, await photo(20 + at, { width: 30, height: 30 })));
  await pause(200);
  for (const { socket } of waiting) socket.destroy();
  await pause(100);
  for (const { socket } of senders.slice(0, 2)) socket.destroy();
  for (const { socket, rest } of senders.slice(2)) socket.write(rest);
  for (const { answer } of senders.slice(2)) expect(await answer).toMatch(/"type":"ok"/);
  // All four slots are free again, because four uploads run concurrently.
  const both = await Promise.all(
    [lena, mara, nina, otto, paul].map(async (token, at) =>
      uploadOver(door.app, token, uploadParts(await photo(30 + at))),
    ),
  );
  expect(both.map(({ body }) => body.type)).toEqual(Array(5).fill('ok'));
  const kept = await door.pool.query('select count(*)::int as n from stored_file');
  expect(kept.rows).toEqual([{ n: 2 + 1 + 2 + 5 }]);
});
