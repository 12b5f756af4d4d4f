/** Each role of the database does its own and is refused what is another's, and a whole server lives with both. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../tools/testing/database.ts';
import type { TestDatabase } from '../../tools/testing/database.ts';

let database: TestDatabase;
let clients: Record<'app' | 'tape', pg.Client>;
beforeAll(async () => {
  database = await freshDatabase();
  clients = {
    app: new pg.Client({ connectionString: database.appUrl }),
    tape: new pg.Client({ connectionString: database.tapeUrl }),
  };
  for (const client of Object.values(clients)) await client.connect();
});
afterAll(async () => {
  for (const client of Object.values(clients)) await client.end();
  await database.drop();
});

/** What each does all day, as a statement that changes nothing here. */
const STATEMENTS = {
  tape: [
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash) select 'X', 1, 0, 0, 1, 1, 1, 0, sha256('') where false`,
    `insert into tape_head (symbol) select 'X' where false`,
    'update tape_head set seq = seq where false',
    'update tape_head set halted = false where false',
    'insert into tape_minute select * from tape_minute where false',
    'update tape_minute set close = close where false',
    'insert into candle select * from candle where false',
    'insert into checkpoint select * from checkpoint where false',
    `insert into leader (role, epoch, owner, beat) select 'x', 1, 'x', now() where false`,
    'update leader set epoch = epoch where false',
    'update clock set base_wall_ms = base_wall_ms where false',
    'update clock set speed = speed where false',
  ],
  app: [
    'insert into journal select * from journal where false',
    'update book set seq = seq where false',
    'insert into answer select * from answer where false',
    'insert into spot_fill select * from spot_fill where false',
    'update position set closes = closes where false',
    'insert into option_ticket select * from option_ticket where false',
    'update withdrawal set status = status where false',
    'insert into proposal select * from proposal where false',
    `insert into audit (time_ms, operator, role, action, subject) select 0, 'x', 'x', 'x', 'x' where false`,
    'insert into session select * from session where false',
    'select * from balance where false',
    'select * from customer where false',
    `select open_balances('{}', '{}', '{}')`,
  ],
} as const;
const other = { app: 'tape', tape: 'app' } as const;

describe.each(['app', 'tape'] as const)('the role of the %s', (role) => {
  test.each(STATEMENTS[role])('does: %s', async (statement) => {
    await expect(clients[role].query(statement)).resolves.toBeDefined();
  });

  test.each(STATEMENTS[other[role]])('is refused: %s', async (statement) => {
    await expect(clients[role].query(statement)).rejects.toThrow(/permission denied/);
  });

  test.each(['app', 'tape', 'owner'])('does not become the role of the %s', async (wanted) => {
    if (wanted === role) return;
    await expect(clients[role].query(`set role candor_${wanted}`)).rejects.toThrow(/permission denied/);
  });
});
