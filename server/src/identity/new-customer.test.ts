/** The serving role can't give a new customer anything by inserting the row with plain SQL. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let door: pg.Client;

const customer = (id: number, change: Readonly<Record<string, string>> = {}) => {
  const given = { password_hash: `'x'`, invited_by: '0', language: `'en'`, registered_ms: '1', ...change };
  return `insert into customer (id, account, account_key, email, email_key, birth_date, ${Object.keys(given).join(', ')})
    values (${id}, 'new-${id}', 'new-${id}', 'n${id}@x', 'n${id}@x', '1990-01-01', ${Object.values(given).join(', ')})`;
};

beforeAll(async () => {
  database = await freshDatabase();
  door = new pg.Client({ connectionString: database.doorUrl });
  await door.connect();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('insert into book (id) select * from generate_series(500, 560)');
  await owner.query(customer(500));
  await owner.query(customer(501));
  await owner.query(customer(502));
  await owner.query(
    `insert into invite_code (code, owner) values ('A', 500), ('B', 502); alter table customer disable trigger user;
      update customer set status = 'locked' where id = 502; alter table customer enable trigger user`,
  );
  await owner.end();
});
afterAll(async () => {
  await door.end();
  await database.drop();
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['as registration writes it', {}, 'written'],
  ['with an invitation', { invited_by: '500' }, 'written'],
  ['invited by a customer without a code', { invited_by: '501' }, 'customer_begins'],
  ['invited by a locked customer', { invited_by: '502' }, 'customer_begins'],
  ['who may trade with leverage', { lever_enabled: 'true' }, 'customer_begins'],
  ['who is verified', { kyc_status: `'approved'`, country: `'DE'` }, 'customer_begins'],
  ['who has a country', { country: `'DE'` }, 'customer_begins'],
  ['with a higher credit score', { credit_score: '100' }, 'customer_begins'],
  ['who has a trading password', { trading_password_hash: `'x'` }, 'customer_begins'],
  ['who is frozen', { status: `'frozen'` }, 'customer_begins'],
])('answers the insertion of a customer %s with %s', async (_, change, told) => {
  await door.query('begin');
  try {
    await door.query(customer(550, change));
    expect('written').toBe(told);
  } catch (error) {
    expect((error as { constraint?: string }).constraint ?? String(error)).toBe(told);
  } finally {
    await door.query('rollback');
  }
});
