/** The listening connection for messages is replaced whenever it is lost. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openBook } from '../../ledger/book.ts';
import { startAnnouncing } from './announcing.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** For the first `broken` requests, returns connections that the database's owner has just terminated. */
function breaking(listening: Pool, owner: Pool, broken: number): Pool {
  let left = broken;
  const connect = async () => {
    const connection = await listening.connect();
    if (left === 0) return connection;
    left -= 1;
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    return connection;
  };
  return Object.create(listening, { connect: { value: connect } }) as Pool;
}

test('replaces a connection that is lost before it can listen, and stops without waiting for the next retry', async () => {
  const customer = await openBook(pool);
  const owner = createPool(database.ownerUrl, { max: 1 });
  const listening = createPool(database.url, { max: 1 });
  const heard: object[] = [];
  const errors: Error[] = [];
  const announcing = startAnnouncing({
    pool,
    listening: breaking(listening, owner, 3),
    realtime: {
      publish: (_customer, _event, payload) => heard.push(payload),
      hears: () => true,
      customers: () => [customer],
    },
    onError: (error) => errors.push(error),
  });
  // Every device is asked to reload as soon as the connection starts to listen.
  await vi.waitFor(() => expect(heard).toEqual([{ messages: [], unread: 0 }]), {
    timeout: 5000,
    interval: 20,
  });
  expect(errors).toHaveLength(3);
  await pool.query(
    `insert into notice (book, id, kind, params, time_ms) values ($1, 1, 'kyc_approved', '{}', 1)`,
    [customer],
  );
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ messages: [{ id: '1' }], unread: 1 }), {
    timeout: 5000,
    interval: 20,
  });
  await announcing.stop();
  await listening.end();
  await owner.end();
});

test('reports a forged notification, which any login of the database can send, and continues announcing', async () => {
  const customer = await openBook(pool);
  const thief = createPool(database.guardUrl, { max: 1 });
  const listening = createPool(database.url, { max: 1 });
  const heard: object[] = [];
  const errors: Error[] = [];
  const announcing = startAnnouncing({
    pool,
    listening,
    realtime: {
      publish: (_customer, _event, payload) => heard.push(payload),
      hears: (one) => one === customer,
      customers: () => [customer],
    },
    onError: (error) => errors.push(error),
  });
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5000, interval: 20 });
  const madeUp = ['x', '', '-1', `${customer} 9999999999999999999`, `${customer}  1`];
  for (const payload of madeUp) await thief.query(`select pg_notify('notice', $1)`, [payload]);
  await vi.waitFor(() => expect(errors).toHaveLength(madeUp.length), { timeout: 5000, interval: 20 });
  await pool.query(
    `insert into notice (book, id, kind, params, time_ms) values ($1, 1, 'kyc_approved', '{}', 1)`,
    [customer],
  );
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ messages: [{ id: '1' }], unread: 1 }), {
    timeout: 5000,
    interval: 20,
  });
  expect(errors).toHaveLength(madeUp.length);
  await announcing.stop();
  await Promise.all([listening.end(), thief.end()]);
});
