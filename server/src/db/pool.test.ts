/** Ending a pool, after which the database may be stopped immediately, so no connection may remain. */
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
    // One connection is dropped, as the one that holds the slots is; the others are idle.
    for (const [at, connection] of connections.entries()) connection.release(at === 0);
    await pool.end();
    expect([gone, broken]).toEqual([CONNECTIONS, []]);
  } finally {
    await database.drop();
  }
});
