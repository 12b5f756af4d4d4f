/** Sends text messages through a provider that accepts or rejects them. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { queueCodeText, textsTo } from './text-messages.ts';
import { startTextSender } from './outbox.ts';

let database: TestDatabase;
let pool: Pool;
let provider: Server;
const taken: { path: string | undefined; token: string | undefined; body: unknown }[] = [];
let refusing = true;
let onTaken: () => unknown = () => undefined;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
  provider = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (!refusing) {
        taken.push({ path: request.url, token: request.headers.authorization, body: JSON.parse(text) });
        onTaken();
      }
      response.writeHead(refusing ? 503 : 202).end('{"id":1}');
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  provider.close();
  await pool.end();
  await database.drop();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 100) throw new Error('expected the condition to become true in time, found it still false');
    await delay(50);
  }
}

it('retries a rejected message, and deletes its text once it is sent', async () => {
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const errors: Error[] = [];
  await queueCodeText(pool, { phone: '+441632960001', language: 'es', code: '123456', nowMs: now() });
  expect(await textsTo(pool, '+441632960001')).toEqual([
    {
      subject: '+441632960001',
      text: expect.stringContaining('tu código es 123456'),
      createdMs: expect.any(Number),
    },
  ]);
  const { port } = provider.address() as AddressInfo;
  const sender = startTextSender({
    pool,
    provider: { url: `http://127.0.0.1:${port}/send`, token: 'secret' },
    now,
    onError: (error) => errors.push(error),
  });
  try {
    await until(() => errors.length === 1);
    refusing = false;
    await delay(1200);
    expect(taken).toEqual([]);
    clock.aheadMs = 61_000;
    await until(() => taken.length === 1);
    await until(
      async () => (await pool.query('select 1 from text_message where sent_ms is null')).rows.length === 0,
    );
  } finally {
    await sender.stop();
  }
  expect(taken).toEqual([
    {
      path: '/send',
      token: 'Bearer secret',
      body: { to: '+441632960001', text: expect.stringContaining('123456') },
    },
  ]);
  expect((await pool.query('select text, attempts from text_message')).rows).toEqual([
    { text: '', attempts: 2 },
  ]);
  expect(errors.map((error) => error.message)).toEqual(['failed to send text message 1 (attempt 1)']);
});

it('sends each message once from several processes, and requeues those that a slow provider leaves no time to send', async () => {
  refusing = false;
  taken.length = 0;
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const phones = Array.from({ length: 6 }, (_one, at) => `+4416329601${at}0`);
  for (const phone of phones)
    await queueCodeText(pool, { phone, language: 'es', code: '123456', nowMs: now() });
  const { port } = provider.address() as AddressInfo;
  // Each message takes 15 of the 60 seconds after which another process may send what this one took.
  onTaken = () => (clock.aheadMs += 15_000);
  const errors: Error[] = [];
  const senders = [1, 2].map(() =>
    startTextSender({
      pool,
      provider: { url: `http://127.0.0.1:${port}/send`, token: 'secret' },
      now,
      onError: (error) => errors.push(error),
    }),
  );
  try {
    await until(() => taken.length >= phones.length);
    await delay(1500);
  } finally {
    await Promise.all(senders.map((sender) => sender.stop()));
    onTaken = () => undefined;
  }
  const sent = taken.splice(0).map(({ body }) => (body as { to: string }).to);
  expect(sent.toSorted()).toEqual(phones.toSorted());
  const tries = await pool.query<{ attempts: number }>(
    'select attempts from text_message where phone = any($1) order by 1',
    [phones],
  );
  expect(tries.rows.map(({ attempts }) => attempts)).toEqual(phones.map(() => 1));
  expect(errors).toEqual([]);
});
