/** A house from before it took two persons to add an operator: who acted for it goes on, and a hold that runs counts as one. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { migrate } from '../../db/migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const NEW = '0020-operators-confirmed.sql';

/** A database as it was before, over its owner's connection. */
async function before(): Promise<{ owner: pg.Client; ownerUrl: string }> {
  const { ownerUrl, drop } = await freshDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await drop();
  });
  await owner.query('drop schema public cascade; create schema public');
  await owner.query(
    'create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name < NEW).sort();
  for (const name of names) {
    const sql = await readFile(MIGRATIONS + name, 'utf8');
    await owner.query(sql);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    await owner.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
  }
  return { owner, ownerUrl };
}

test('goes on with everybody who acted for it', async () => {
  const { owner, ownerUrl } = await before();
  await owner.query(`set session_replication_role = replica`);
  await owner.query(
    `insert into operator (account, role, person, password_hash, created_ms, added_by, disabled_ms, sealed_totp_secret) values
      ('kim', 'admin', 'Kim', '', 1, 'bootstrap', null, '\\x01'), ('lee', 'admin', 'Lee', '', 2, 'kim', 9, '\\x01'),
      ('ada', 'admin', 'ada', '', 3, null, null, '\\x01')`,
  );
  const withdrawal = (id: number, hold: string) =>
    `insert into withdrawal (book, id, currency, network, address_id, address, amount, fee, status, version, requested_ms,
        deadline_ms, needs_second, hold_reason, hold_until_ms, held_by)
      values (${id}, ${id}, 'USDT', 'tron', 1, 'T', 100, 1, 'under_review', 1, 1, 2, false, ${hold})`;
  await owner.query(`${withdrawal(1, `'court_order', 5, 'kim'`)}; ${withdrawal(2, 'null, null, null')}`);
  await owner.query(`set session_replication_role = origin`);

  expect(await migrate(ownerUrl)).toContain(NEW);
  const found = await owner.query<{ said: string }>(
    `select concat_ws(' ', account, confirmed_by, confirmed_ms) as said from operator order by created_ms`,
  );
  expect(found.rows.map(({ said }) => said)).toEqual(['kim bootstrap 1', 'lee kim 2', 'ada bootstrap 3']);
  const holds = await owner.query('select id::int, holds from withdrawal order by id');
  expect(holds.rows).toEqual([
    { id: 1, holds: 1 },
    { id: 2, holds: 0 },
  ]);
  // There were two admins once, so it takes two, though one of them is disabled since.
  expect((await owner.query('select operator_takes_two() as two')).rows).toEqual([{ two: true }]);
});
