/** What is believed of a session that ends while it is being read. */
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { interrupted } from '@candor/testing/interrupted-pool.ts';
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

test('a session that ends while it is read is not believed afterwards', async () => {
  const database = await freshDatabase();
  const pool = createPool(database.url, { max: 3 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const sessions = new Sessions({
    pool: interrupted(pool, () => gate),
    now: Date.now,
    limits: LIMITS.sessions,
    onError: (error) => expect.fail(error.message),
  });
  onTestFinished(() => sessions.stop());
  const customer = await inTransaction(pool, (connection) => openAccount(connection, { openBook }, CUSTOMER));
  const token = await sessions.open(pool, {
    customer,
    agent: 'test',
    address: '127.0.0.1',
    device: undefined,
  });
  const reading = sessions.find(token);
  await new Promise((resolve) => setTimeout(resolve, 100));
  sessions.forget(await sessions.end(pool, { customer }));
  open();
  expect(await reading).toMatchObject({ customer });
  expect(await sessions.find(token)).toBeUndefined();
});
