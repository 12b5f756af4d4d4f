/** Events sent to both sides when changes of a conversation overlap, and when sending fails. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import type { ConsoleChatEvent } from '@candor/protocol/chat/console.ts';
import type { ChatEvent } from '@candor/protocol/chat/schemas.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { ChatLine } from './line.ts';
import { Sending } from './sending.ts';
import { conversationOf, openConversation } from './store.ts';
import type { Conversation } from './store.ts';

let database: TestDatabase;
let pool: Pool;
const atConsoles: ConsoleChatEvent[] = [];
const atDevices: ChatEvent[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
});
beforeEach(() => {
  atConsoles.length = 0;
  atDevices.length = 0;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A pool that calls `at` before it returns the result of one named statement. */
function watched(name: string, at: (turn: number) => Promise<void>): Pool {
  let turn = 0;
  const ask = pool.query.bind(pool) as unknown as (asked: unknown, values?: unknown) => Promise<unknown>;
  const query = async (asked: unknown, values?: unknown): Promise<unknown> => {
    const answered = await ask(asked, values);
    if ((asked as { name?: string }).name === name) await at((turn += 1));
    return answered;
  };
  return new Proxy(pool, {
    get: (real, of) => (of === 'query' ? query : (Reflect.get(real, of) as unknown)),
  });
}

function sendingBy(by: Pool): Sending {
  const line = new ChatLine({
    send: (_, payload) => void atConsoles.push(payload as ConsoleChatEvent),
    present: 1,
    attended: true,
  });
  line.connect({
    publish: () => undefined,
    hears: () => false,
    publishToVisitor: (_, __, payload) => void atDevices.push(payload as ChatEvent),
    hearsVisitor: () => true,
    onPresence: () => undefined,
  });
  return new Sending({ pool: by, line, now: Date.now });
}

async function conversation(): Promise<Conversation> {
  const party = { kind: 'visitor', hash: randomBytes(32) } as const;
  await openConversation(pool, party, { language: 'en', nowMs: Date.now() });
  const opened = await conversationOf(pool, party);
  if (opened === undefined) throw new Error('expected an open conversation, found none');
  return opened;
}

const said = (text: string) => ({ clientId: randomUUID(), text, sender: 'visitor' }) as const;

test('sends consoles the newest state last, even if an earlier query returns late', async () => {
  const to = await conversation();
  const first = sendingBy(pool);
  await first.send(to, said('one'));
  // The row is read before the next message is stored, but its result arrives afterwards.
  const sending = sendingBy(watched('chat_row', (turn) => (turn === 1 ? delay(150) : Promise.resolve())));
  const read = sending.read(to, { side: 'house', number: 1 });
  await delay(50);
  await Promise.all([read, sending.send(to, said('two'))]);
  const rows = atConsoles.flatMap((event) => ('row' in event ? [event.row.last] : []));
  expect(rows.at(-1)).toBe(2);
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
});

test('delivers a stored message once when the client retries it after a lost database answer', async () => {
  const to = await conversation();
  const sending = sendingBy(
    watched('chat_append', async (turn) => {
      if (turn === 1) throw new Error('Connection terminated unexpectedly');
    }),
  );
  const message = said('did you hear?');
  await expect(sending.send(to, message)).rejects.toThrow(/terminated/);
  const heard = () =>
    [atConsoles, atDevices].map((side) => side.filter(({ kind }) => kind === 'message').length);
  expect(heard()).toEqual([0, 0]);
  expect(await sending.send(to, message)).toMatchObject({ ok: true, value: { number: 1n } });
  expect(heard()).toEqual([1, 1]);
  await sending.send(to, message);
  expect(heard()).toEqual([1, 1]);
});
