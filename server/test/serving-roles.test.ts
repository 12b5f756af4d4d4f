/** Each role of the database can do its own work and is denied the work of the others. A whole server runs with all of them. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerOf } from '@candor/testing/no-lever/table-owners.ts';
import type { TableOwner } from '@candor/testing/no-lever/table-owners.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let clients: Record<Role, pg.Client>;
beforeAll(async () => {
  database = await freshDatabase();
  clients = {
    app: new pg.Client({ connectionString: database.appUrl }),
    tape: new pg.Client({ connectionString: database.tapeUrl }),
    door: new pg.Client({ connectionString: database.doorUrl }),
  };
  for (const client of Object.values(clients)) await client.connect();
});
afterAll(async () => {
  for (const client of Object.values(clients)) await client.end();
  await database.drop();
});

/** The usual work of each role, as statements that change nothing here. */
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
    'insert into spot_fill select * from spot_fill where false',
    'update position set closes = closes where false',
    'insert into option_ticket select * from option_ticket where false',
    'update withdrawal set status = status where false',
    'insert into proposal select * from proposal where false',
    'insert into spot_order select * from spot_order where false',
    'insert into loan_payment select * from loan_payment where false',
    'insert into counter (name, slot) select name, slot from counter where false',
    `select open_balances('{}', '{}', '{}')`,
  ],
  door: [
    `update customer set password_hash = '' where false`,
    `update customer set trading_password_hash = '' where false`,
    `update customer set email = email, wallet_address = wallet_address, phone = phone where false`,
    `update customer set status = 'active', kyc_status = 'approved', lever_enabled = true where false`,
    'insert into customer select * from customer where false',
    'insert into invite_code select * from invite_code where false',
    'update authenticator set last_step = 0 where false',
    'delete from recovery_code where false',
    'insert into session select * from session where false',
    'delete from session where false',
    'delete from mail where false',
    'insert into mailed_code select * from mailed_code where false',
    'update guess set misses = misses where false',
    'delete from passkey where false',
    'update operator set disabled_ms = 0 where false',
    'insert into operator_session select * from operator_session where false',
    'insert into article_text select * from article_text where false',
    'insert into chat_picture select * from chat_picture where false',
    'delete from push_subscription where false',
  ],
} as const;
/** Work that both serving roles may do. */
const SERVED = [
  `insert into audit (time_ms, operator, role, action, subject) select 0, 'x', 'x', 'x', 'x' where false`,
  'select from book for no key update',
  'insert into answer select * from answer where false',
  'select * from balance where false',
  'select * from customer where false',
  'select * from session where false',
  'select * from journal where false',
];
type Role = keyof typeof STATEMENTS;
const ROLES = Object.keys(STATEMENTS) as Role[];

describe.each(ROLES)('the role of the %s', (role) => {
  test.each(STATEMENTS[role])('is allowed its own work: %s', async (statement) => {
    await expect(clients[role].query(statement)).resolves.toBeDefined();
  });

  const others = ROLES.filter((other) => other !== role);
  test.each(others.flatMap((other) => [...STATEMENTS[other]]))(
    'is denied the work of other roles: %s',
    async (statement) => {
      await expect(clients[role].query(statement)).rejects.toThrow(/permission denied/);
    },
  );

  test.each(SERVED)('is allowed this work only if it is a serving role: %s', async (statement) => {
    const asked = clients[role].query(statement);
    if (role === 'tape') await expect(asked).rejects.toThrow(/permission denied/);
    else await expect(asked).resolves.toBeDefined();
  });

  test.each(['app', 'tape', 'door', 'guard', 'owner'])('can’t become the role of the %s', async (wanted) => {
    if (wanted === role) return;
    await expect(clients[role].query(`set role candor_${wanted}`)).rejects.toThrow(/permission denied/);
  });
});

describe('every table of the database', () => {
  const WRITERS: Record<TableOwner, readonly Role[]> = {
    ...{ commands: ['app'], door: ['door'], both: ['app', 'door'], market: ['tape'], database: [] },
  };
  /** Selects the roles that may change anything in a table, even one column. */
  const writers = `select c.relname as table, coalesce(array_agg(distinct r.role) filter (where w.may), '{}') as roles from pg_class c
    cross join unnest(array['app', 'tape', 'door', 'guard']) as r (role)
    cross join lateral (select has_any_column_privilege('candor_' || r.role, c.oid, 'insert, update')
      or has_table_privilege('candor_' || r.role, c.oid, 'insert, update, delete, truncate') as may) w
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname order by c.relname`;

  test('is on the list of its writer, and denies writes to all other roles', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      const { rows } = await owner.query<{ table: string; roles: string[] }>(writers);
      // The clock belongs to the market, but a demo's clock may be set forward in the console.
      const wanted = (table: string): readonly string[] =>
        table === 'clock' ? ['app', 'door', 'tape'] : WRITERS[ownerOf.get(table) as TableOwner];
      expect(rows.filter(({ table }) => !ownerOf.has(table))).toEqual([]);
      expect(rows.map(({ table, roles }) => [table, roles.toSorted()])).toEqual(
        rows.map(({ table }) => [table, wanted(table).toSorted()]),
      );
      expect([...ownerOf.keys()].filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
      // A table that is on no list is detected.
      await owner.query('begin; create table thought_of_by_nobody (id bigint)');
      const later = await owner.query<{ table: string }>(writers);
      expect(later.rows.filter(({ table }) => !ownerOf.has(table))).toMatchObject([
        { table: 'thought_of_by_nobody' },
      ]);
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
  });

  test.each([
    ['commands', ['app']],
    ['the door', ['door']],
    ['an unknown writer', ['app', 'door']],
  ] as const)('has the right writers if its schema comment says “written by %s”', async (said, roles) => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`begin; create table said (id bigint); grant select, insert on said to candor_app;
        comment on table said is 'written by ${said}'`);
      await owner.query(readFileSync(new URL('../schema/always/roles.sql', import.meta.url), 'utf8'));
      const { rows } = await owner.query<{ table: string; roles: string[] }>(writers);
      expect(rows.find(({ table }) => table === 'said')?.roles.toSorted()).toEqual(roles);
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
  });
});
