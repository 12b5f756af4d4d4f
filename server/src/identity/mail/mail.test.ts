/** Sends mail to a minimal SMTP server that accepts or rejects it. */
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { queueMail } from './mail.ts';
import { startMailSender } from './outbox.ts';

let database: TestDatabase;
let pool: Pool;
let post: Server;
const taken: string[] = [];
let refusing = true;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
  post = createServer((socket) => {
    let body: string | undefined;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (body !== undefined) {
          if (line === '.') {
            taken.push(body);
            body = undefined;
            socket.write('250 taken\r\n');
          } else body += `${line}\n`;
        } else if (line === 'DATA') {
          body = '';
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && refusing) socket.write('451 not now\r\n');
        else if (line !== '') socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  post.close();
  await pool.end();
  await database.drop();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 100) throw new Error('expected the condition to become true in time, found it still false');
    await delay(50);
  }
}

it('retries a rejected mail, and deletes its text once it is sent', async () => {
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const errors: Error[] = [];
  await queueMail(pool, {
    to: 'l@example.com',
    kind: 'code',
    language: 'hk',
    params: { code: '123456' },
    nowMs: now(),
  });
  await pool.query(`update mail set closing = 'Blue heron'`);
  const { port } = post.address() as AddressInfo;
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: 'Candor <mail@example.com>' };
  const sender = startMailSender({ pool, smtp, now, onError: (error) => errors.push(error) });
  try {
    await until(() => errors.length === 1);
    refusing = false;
    await delay(1200);
    expect(taken).toEqual([]);
    clock.aheadMs = 61_000;
    await until(() => taken.length === 1);
    await until(async () => (await pool.query('select 1 from mail where sent_ms is null')).rows.length === 0);
    expect(taken[0]).toContain('To: l@example.com');
    const body = Buffer.from(taken[0]?.split('\n\n')[1] ?? '', 'base64').toString();
    expect(body.split('\n').slice(-2)).toEqual(['', 'Blue heron']);
    expect((await pool.query('select text, closing, attempts from mail')).rows).toEqual([
      { text: '', closing: null, attempts: 2 },
    ]);
  } finally {
    await sender.stop();
  }
  expect(errors.map((error) => error.message)).toEqual(['failed to send mail 1 (attempt 1)']);
});
