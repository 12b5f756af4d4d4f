/**
 * The settings of a pool's connections, and the end of a pool. The database may be stopped afterwards, so no connection may
 * remain.
 */
import { expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from './pool.ts';

const CONNECTIONS = 8;

test('ends the pool only after every connection is closed, so that stopping the database breaks none', async () => {
  const database = await freshDatabase();
  try {
    const broken: Error[] = [];
    const pool = createPool(database.url, { max: CONNECTIONS, onError: (error) => broken.push(error) });
    let gone = 0;
    pool.on('remove', () => (gone += 1));
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
    // One connection is dropped, like the one that holds the slots. The others are idle.
    for (const [at, connection] of connections.entries()) connection.release(at === 0);
    await pool.end();
    expect([gone, broken]).toEqual([CONNECTIONS, []]);
  } finally {
    await database.drop();
  }
});

test('sets the limits of every connection before its first use, under the names that the database version knows', async () => {
  const database = await freshDatabase();
  const pool = createPool(database.url, { max: 2, transactionMaxMs: 1500 });
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int >= 170000 as has_limit, current_setting('lock_timeout') as locks,
        current_setting('transaction_timeout', true) as transactions, current_setting('statement_timeout') as statements,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('enable_seqscan') as scans`,
    );
    const [{ has_limit: hasLimit, transactions, statements, ...others }] = rows;
    expect(hasLimit ? transactions : statements).toBe('1500ms');
    expect(others).toEqual({ locks: '1s', idle: '1500ms', scans: 'off' });
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('refuses a connection from a transaction pooler if the login has different settings', async () => {
  const database = await freshDatabase();
  const pool = createPool(`${database.url}?pooling=transaction`, { max: 1 });
  try {
    await expect(pool.query('select 1')).rejects.toThrow(
      /^expected \w+ to be \w+ for the login candor_every_side, found \w+; apply deploy\/pgbouncer\/settings.sql/,
    );
  } finally {
    await pool.end();
    await database.drop();
  }
});
