/**
 * A customer's factor is removed either by the customer, who is notified, or by a decision of two operators. The tests run plain
 * SQL with the role that serves logins.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let door: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  door = new pg.Client({ connectionString: database.doorUrl });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([door.connect(), owner.connect()]);
  await owner.query(`insert into book (id) values (700), (701);
    insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      select id, 'c' || id, 'c' || id, 'c' || id, 'c' || id, '', '1990-01-01', 0, 'en', 1 from generate_series(700, 701) id;
    insert into authenticator (customer, sealed_secret, bound_ms) values (700, 'x', 1), (701, 'x', null);
    insert into passkey (customer, credential_id, public_key, counter, transports, name, created_ms) values (700, 'p', 'x', 0, '', 'n', 1)`);
  await owner.end();
});
afterAll(async () => {
  await door.end();
  await database.drop();
});

async function fate(...statements: readonly string[]): Promise<string> {
  await door.query('begin');
  try {
    for (const sql of statements) await door.query(sql);
    await door.query('set constraints all immediate');
    return 'written';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  } finally {
    await door.query('rollback');
  }
}
const told = (kind: string, customer = 700) =>
  `insert into security_event (customer, kind, time_ms, agent, address) values (${customer}, '${kind}', 1, '', '')`;

test('rejects the removal of a factor without the security event for such a removal', async () => {
  const unbound = 'delete from authenticator where customer = 700';
  const removed = 'delete from passkey where customer = 700';
  expect(await fate(unbound)).toBe('factor_gone');
  expect(await fate(removed)).toBe('factor_gone');
  expect(await fate(unbound, told('totp_unbound', 701))).toBe('factor_gone');
  expect(await fate(unbound, told('passkey_removed'))).toBe('factor_gone');
  expect(await fate(removed, told('login'))).toBe('factor_gone');
  expect(await fate(unbound, told('totp_unbound'))).toBe('written');
  expect(await fate(removed, told('passkey_removed'))).toBe('written');
  // An authenticator whose setup was never completed may be deleted, because it protects nothing.
  expect(await fate('delete from authenticator where customer = 701')).toBe('written');
});

test('rejects a removal attributed to operators without their decision', async () => {
  expect(await fate(told('factor_reset'))).toBe('factor_reset_told');
  expect(await fate('delete from authenticator where customer = 700', told('factor_reset'))).toMatch(
    /^factor_(gone|reset_told)$/,
  );
});
