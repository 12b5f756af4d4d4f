/**
 * A process with a serving role but without a session of the customer can stop webhooks, but can't change where events are sent.
 * The customer has logged in, so the guards are active.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

let server: WholeServer;
let commands: pg.Client;
let door: pg.Client;
let owner: pg.Client;
let id: string;
let book: string;

beforeAll(async () => {
  server = await openWholeServer();
  [commands, door, owner] = [server.appUrl, server.doorUrl, server.ownerUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client, pg.Client];
  await Promise.all([commands.connect(), door.connect(), owner.connect()]);
  const token = await server.login(0);
  const fields = { url: 'https://example.com/x', kinds: ['order.filled'], current_password: 'Demo-lena-1' };
  const { body } = await server.call('POST webhooks/create', { token, fields });
  if (body.type !== 'ok') throw new Error(`expected a webhook, found ${JSON.stringify(body)}`);
  id = (body.message as CallOutput<'POST webhooks/create'>).id;
  book =
    (await owner.query<{ book: string }>('select book from webhook where id = $1', [id])).rows[0]?.book ?? '';
}, 60_000);
afterAll(async () => {
  await Promise.all([commands.end(), door.end(), owner.end()]);
  await server.stop();
});

/** Returns "written", or the constraint that rejected the statement. The statement is always rolled back. */
async function fate(by: pg.Client, sql: string): Promise<string> {
  await by.query('begin');
  try {
    await by.query(sql.replaceAll('$id', id).replaceAll('$book', book));
    return 'written';
  } catch (error) {
    const { constraint, code, message } = error as pg.DatabaseError;
    return constraint ?? (code === '42501' ? 'denied' : message);
  } finally {
    await by.query('rollback');
  }
}

const INSERT = `insert into webhook (book, id, code, url, kinds, sealed, status, version, created_ms, since_ms)
  select w.book, w.id + 1, repeat('a', 32), 'https://evil.example/', w.kinds, w.sealed, 'on', 1, floor(extract(epoch from clock_timestamp()) * 1000), 1
    from webhook w where w.id = $id`;
const CHANGE = 'update webhook set version = version + 1';

test.each([
  ['can’t create a webhook', INSERT, 'acts_in_session'],
  ['can’t redirect events', `${CHANGE}, url = 'https://evil.example/' where id = $id`, 'acts_in_session'],
  [
    'can’t subscribe to other events',
    `${CHANGE}, kinds = 'deposit.credited' where id = $id`,
    'acts_in_session',
  ],
  ['can’t replace a secret', `${CHANGE}, sealed = sealed || '\\x00' where id = $id`, 'acts_in_session'],
  [
    'can’t change a row without a new version',
    `update webhook set since_ms = 1 where id = $id`,
    'webhook_holds',
  ],
  ['can turn a webhook off', `${CHANGE}, status = 'off', reason = 'failing' where id = $id`, 'written'],
  [
    'can’t turn a webhook on again',
    `${CHANGE}, status = 'off', reason = 'failing' where id = $id; ${CHANGE}, status = 'on', reason = null where id = $id`,
    'acts_in_session',
  ],
  [
    'can’t keep the address of a deleted webhook',
    `${CHANGE}, status = 'deleted' where id = $id`,
    'webhook_deleted',
  ],
  [
    'can’t restore a deleted webhook',
    `${CHANGE}, status = 'deleted', url = '', kinds = '', sealed = null where id = $id;
    ${CHANGE}, status = 'off', reason = 'customer', url = 'x', kinds = 'y', sealed = '\\x01' where id = $id`,
    'acts_in_session',
  ],
  ['can’t delete a row', 'delete from webhook where id = $id', 'denied'],
  [
    'can’t insert a delivery',
    `insert into webhook_delivery (book, webhook, event, kind, payload, created_ms, status, next_try_ms)
    values ($book, $id, 'forged', 'order.filled', '{}', 1, 'waiting', 1)`,
    'denied',
  ],
])('the role that executes commands %s', async (_, sql, expected) => {
  expect(await fate(commands, sql)).toBe(expected);
});

test.each([
  ['can’t create a webhook', INSERT, 'denied'],
  ['can’t change a webhook', `${CHANGE}, url = 'https://evil.example/' where id = $id`, 'denied'],
  ['can’t turn a webhook off', `${CHANGE}, status = 'off', reason = 'failing' where id = $id`, 'denied'],
  ['can’t call the function that records events', `select webhook_hear('deposit', '{}')`, 'denied'],
])('the role that signs customers in %s', async (_, sql, expected) => {
  expect(await fate(door, sql)).toBe(expected);
});
