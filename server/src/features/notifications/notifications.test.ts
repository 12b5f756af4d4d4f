/** Messages through the API: access, the unread count, and delivery to every device. */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { limits } from './limits.ts';

type Messages = CallOutput<'GET user/usermessage'>;
type Event = { readonly messages: Messages['items']; readonly unread: number };

let server: WholeServer;
let pool: Pool;
let lena: string;
let wei: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 4 });
  lena = await server.login(0);
  wei = await server.login(1);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const token of [lena, wei]) await server.call('POST user/message_read', { token });
});
afterAll(async () => {
  await pool.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function read(token: string, fields: Record<string, string> = {}): Promise<Messages> {
  const { body } = await server.call('GET user/usermessage', { token, fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Messages;
}

async function mark(token: string, id?: string) {
  const { body } = await server.call('POST user/message_read', {
    token,
    fields: id === undefined ? {} : { id },
  });
  return body.type === 'ok' ? (body.message as { unread: number }).unread : body.error;
}

async function customerOf(account: string): Promise<bigint> {
  const found = await pool.query<{ id: string }>('select id from customer where account = $1', [account]);
  return BigInt(found.rows[0]?.id ?? 0);
}

/** Writes `count` deposit notices, one second apart. The amount of each is its number in the series. */
async function tell(account: string, count: number, startMs = Date.now()): Promise<void> {
  await pool.query(
    `insert into notice (book, id, kind, params, time_ms, mailed_ms)
      select $1, nextval('row_id'), 'deposit_credited', json_build_object('amount', n::text, 'currency', 'USDT')::text,
        $3::bigint + n * 1000, 0 from generate_series(1, $2::int) n`,
    [await customerOf(account), count, startMs],
  );
}

async function device(token: string): Promise<Event[]> {
  const socket = io(server.origin, { transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  const heard: Event[] = [];
  socket.on('notification', (event: Event) => heard.push(event));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  expect(await socket.emitWithAck('authenticate', token)).toMatchObject({ ok: true });
  return heard;
}

const soon = { timeout: 4000, interval: 20 };
/** The events that carry a message. Events without one only update the unread count. */
const bringing = (heard: readonly Event[]) => heard.filter(({ messages }) => messages.length > 0);

describe('a message', () => {
  test('is visible only to its customer and reaches every device on commit', async () => {
    const [phone, tablet, other] = [await device(lena), await device(lena), await device(wei)];
    const before = await read(lena);
    await inTransaction(pool, async (connection) => {
      const customer = await customerOf('lena');
      await tellCustomer(connection, { customer, kind: 'password_changed', nowMs: Date.now() });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(bringing(phone)).toEqual([]);
    });
    await vi.waitFor(() => expect([bringing(phone).length, bringing(tablet).length]).toEqual([1, 1]), soon);
    const [event] = bringing(phone);
    expect(event?.unread).toBe(before.unread + 1);
    expect(event?.messages).toMatchObject([{ kind: 'password_changed', params: {}, read: false }]);
    const { items, unread } = await read(lena);
    expect([items[0], unread]).toEqual([event?.messages[0], before.unread + 1]);
    expect((await read(wei)).items.map(({ id }) => id)).not.toContain(items[0]?.id);
    expect(bringing(other)).toEqual([]);
  });

  test('is not announced if its transaction rolls back', async () => {
    const heard = await device(lena);
    const before = await read(lena);
    const customer = await customerOf('lena');
    const told = { customer, kind: 'password_changed', nowMs: Date.now() } as const;
    await inTransaction(pool, async (connection) => {
      await tellCustomer(connection, told);
      throw new Error('rolled back on purpose');
    }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(bringing(heard)).toEqual([]);
    expect(await read(lena)).toEqual(before);
  });

  test('about a changed self-imposed limit is written once, however often the request is sent', async () => {
    const fields = { kind: 'stake', period: 'month', amount: '500000' };
    for (const _ of [1, 2, 3]) {
      const { body } = await server.call('POST user/limit_set', { token: wei, fields, key: 'the-same' });
      expect(body).toMatchObject({ type: 'ok' });
    }
    const { items } = await read(wei);
    expect(items.filter(({ kind }) => kind === 'limits_changed')).toHaveLength(1);
  });

  test('appears exactly once in a paged list of a thousand messages, newest first', async () => {
    await mark(lena);
    await tell('lena', 1000);
    const seen: string[] = [];
    let next: string | null = null;
    let first: Messages | undefined;
    do {
      const page: Messages = await read(lena, { limit: '90', ...(next === null ? {} : { cursor: next }) });
      first ??= page;
      seen.push(...page.items.filter(({ read: done }) => !done).map(({ params }) => params['amount'] ?? ''));
      next = page.next;
    } while (next !== null);
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => String(1000 - index)));
    expect(first?.unread).toBe(1000);
    await tell('lena', 1);
    expect((await read(lena)).unread).toBe(1000);
  });
});

describe('marking messages as read', () => {
  test('is announced to the other devices only once', async () => {
    const [phone, tablet] = [await device(lena), await device(lena)];
    await tell('lena', 3, Date.now() + 3_600_000);
    await vi.waitFor(() => expect([phone.at(-1)?.unread, tablet.at(-1)?.unread]).toEqual([3, 3]), soon);
    const [newest, second] = (await read(lena, { limit: '2' })).items;
    expect(await mark(lena, newest?.id)).toBe(2);
    await vi.waitFor(() => {
      expect(phone.at(-1)).toEqual({ messages: [], unread: 2 });
      expect(tablet.at(-1)).toEqual({ messages: [], unread: 2 });
    }, soon);
    expect(await mark(lena, newest?.id)).toBe(2);
    expect((await read(lena, { id: newest?.id ?? '' })).items).toMatchObject([
      { id: newest?.id, read: true },
    ]);
    expect((await read(lena, { id: second?.id ?? '' })).items).toMatchObject([{ read: false }]);
    expect(await mark(lena)).toBe(0);
    await vi.waitFor(() => expect(tablet.at(-1)).toEqual({ messages: [], unread: 0 }), soon);
    const heard = tablet.length;
    expect(await mark(lena)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(tablet).toHaveLength(heard);
  });

  test('completes when two concurrent requests each mark more than one batch', async () => {
    await tell('lena', limits.markedAtOnce * 2 + 10, Date.now() - 40_000_000);
    expect(await Promise.all([mark(lena), mark(lena)])).toContain(0);
    const { rowCount } = await pool.query('select from notice where book = $1 and read_ms is null', [
      await customerOf('lena'),
    ]);
    expect(rowCount).toBe(0);
  });

  test('counts unread messages exactly if messages are marked twice and written concurrently', async () => {
    await mark(wei);
    await tell('wei', 40, Date.now() + 3_600_000);
    const { items } = await read(wei, { limit: '20' });
    const twenty = items.map(({ id }) => id);
    await Promise.all([
      ...[...twenty, ...twenty].map((id) => mark(wei, id)),
      ...Array.from({ length: 10 }, (_, index) => tell('wei', 1, Date.now() + 7_200_000 + index)),
    ]);
    expect((await read(wei)).unread).toBe(30);
    const heard = await device(wei);
    await Promise.all(Array.from({ length: 8 }, () => mark(wei)));
    expect((await read(wei)).unread).toBe(0);
    await vi.waitFor(() => expect(heard.at(-1)?.unread).toBe(0), soon);
  });

  test.each(['0', '99999999999999999', 'abc', '1-2', '123456789012345678901234567890'])(
    'answers “not found” for the message id %s',
    async (id) => {
      expect(await mark(lena, id)).toBe('not_found');
      const { body } = await server.call('GET user/usermessage', { token: lena, fields: { id } });
      expect(body).toMatchObject({ type: 'error', error: 'not_found' });
    },
  );

  test('answers “not found” for another customer’s message and leaves it unread', async () => {
    await tell('wei', 1, Date.now() + 9_000_000);
    const [his] = (await read(wei, { limit: '1' })).items;
    const id = his?.id ?? '';
    expect(await mark(lena, id)).toBe('not_found');
    const { body } = await server.call('GET user/usermessage', { token: lena, fields: { id } });
    expect(body).toMatchObject({ error: 'not_found' });
    await mark(lena);
    expect((await read(wei)).unread).toBe(1);
  });

  test.each(['x', '1', '1-', '1-2-3', '-1-2'])('rejects %s as the cursor of a page', async (cursor) => {
    const { body } = await server.call('GET user/usermessage', { token: lena, fields: { cursor } });
    expect(body).toMatchObject({ error: 'parameter_wrong', params: { field: 'cursor' } });
  });
});

test('asks every device to reload after the listening connection is lost', async () => {
  const heard = await device(lena);
  const unread = (await read(lena)).unread;
  // The database's owner terminates the listening connection; messages written meanwhile aren't announced.
  const owner = createPool(server.ownerUrl, { max: 1 });
  const ended = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen notice' and state = 'idle'`,
  );
  await owner.end();
  expect(ended.rowCount).toBe(1);
  await tell('lena', 1, Date.now() + 20_000_000);
  await vi.waitFor(() => expect(heard.at(-1)?.unread).toBe(unread + 1), { timeout: 8000, interval: 50 });
});
