/** Reads a session while it is closed or the standing of its customer changes. */
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { interrupted } from '@candor/testing/interrupted-pool.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { createPool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openAccount } from '../accounts.ts';
import { openBook } from '../../ledger/book.ts';
import { LIMITS } from '../../limits.ts';
import { Sessions } from './sessions.ts';

const CUSTOMER = {
  account: 'mira',
  email: 'mira@demo.example',
  passwordHash: 'none',
  birthDate: '1990-01-01',
  invitedBy: 0n,
  language: 'en',
  leverEnabled: false,
  nowMs: 0,
};

/** A customer with one session, whose reads are held back until `open` is called. */
async function openSessions() {
  const database = await freshDatabase();
  const pool = createPool(database.url, { max: 3 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  let open: () => void = () => undefined;
  let gate = new Promise<void>((resolve) => (open = resolve));
  const sessions = new Sessions({
    pool: interrupted(pool, () => gate),
    now: Date.now,
    limits: LIMITS.sessions,
    onError: (error) => expect.fail(error.message),
  });
  onTestFinished(() => sessions.stop());
  const customer = await inTransaction(pool, (connection) => openAccount(connection, { openBook }, CUSTOMER));
  const where = { agent: 'test', address: '127.0.0.1', device: undefined };
  const token = await sessions.open(pool, { customer, ...where });
  return {
    ...{ pool, sessions, customer, token },
    /** Lets the reads that are held back complete. */
    open: () => open(),
    close: () => {
      gate = new Promise<void>((resolve) => (open = resolve));
    },
  };
}

const A_WHILE_MS = 100;
const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));

test('rejects a session that was closed while it was being read', async () => {
  const { pool, sessions, customer, token, open } = await openSessions();
  const reading = sessions.find(token);
  await aWhile();
  sessions.forget(await sessions.end(pool, { customer }));
  open();
  expect(await reading).toMatchObject({ customer });
  expect(await sessions.find(token)).toBeUndefined();
});

test('applies a change of standing to the next call, even if a read is in flight', async () => {
  const { pool, sessions, customer, token, open, close } = await openSessions();
  open();
  expect(await sessions.find(token)).toMatchObject({ status: 'active' });
  close();
  const rechecking = sessions.recheck();
  await aWhile();
  await changeStandingOf(pool, CUSTOMER.account, 'freeze');
  expect(sessions.find(token)).toMatchObject({ status: 'active' });
  sessions.doubt(customer);
  open();
  await rechecking;
  expect(await sessions.find(token)).toMatchObject({ status: 'frozen' });
  expect(sessions.find(token)).toMatchObject({ status: 'frozen' });
});

test('applies a change of standing during the first read of a session', async () => {
  const { pool, sessions, customer, token, open } = await openSessions();
  const reading = sessions.find(token);
  await aWhile();
  await changeStandingOf(pool, CUSTOMER.account, 'freeze');
  sessions.doubt(customer);
  open();
  expect(await reading).toMatchObject({ status: 'active' });
  expect(await sessions.find(token)).toMatchObject({ status: 'frozen' });
});
