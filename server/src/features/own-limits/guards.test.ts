/** The role that executes commands can't bypass self-imposed limits with plain SQL. */
import { periodStartMs } from '@candor/domain/policy/own-limit.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const BOOK = 700;
let database: TestDatabase;
let serving: pg.Client;
let door: pg.Client;
let owner: pg.Client;
let startMs: number;

beforeAll(async () => {
  database = await freshDatabase();
  serving = new pg.Client({ connectionString: database.appUrl });
  door = new pg.Client({ connectionString: database.doorUrl });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([serving, door, owner].map((client) => client.connect()));
  startMs = periodStartMs('month', Date.now());
  const today = Math.floor(Date.now() / DAY_MS);
  await owner.query(`insert into book (id) values (${BOOK}), (${BOOK + 1});
    insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      select id, 'c' || id, 'c' || id, 'c' || id, 'c' || id, '', '1990-01-01', 0, 'en', 1 from generate_series(${BOOK}, ${BOOK + 1}) id;
    begin; set local session_replication_role = replica;
    insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit, stake_usdt,
        profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl, placed_day)
      values (${BOOK}, 1, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 80, 0.8, 64, 80, 64, 'open', 1000, 1, 31000, 0, ${today});
    commit;
    insert into own_limit (book, id, kind, period, amount, used, period_start_ms) values (${BOOK}, 8, 'stake', 'month', 100, 80, ${startMs});
    insert into authenticator (customer, sealed_secret, bound_ms, last_step) values (${BOOK}, 'x', 1, 500)`);
});
afterAll(async () => {
  await Promise.all([serving, door, owner].map((client) => client.end()));
  await database.drop();
});

async function fate(sql: string, by: pg.Client = serving): Promise<string> {
  await by.query('begin');
  try {
    await by.query(sql);
    await by.query('set constraints all immediate');
    return 'written';
  } catch (error) {
    const { constraint, message } = error as Error & { constraint?: string };
    return constraint ?? message;
  } finally {
    await by.query('rollback');
  }
}
const set = (what: string) => fate(`update own_limit set ${what} where book = ${BOOK}`);
const added = (startsMs: number, used: string) =>
  fate(`insert into own_limit (book, id, kind, period, amount, used, period_start_ms)
    values (${BOOK}, 6, 'stake', 'day', 100, ${used}, ${startsMs})`);

describe('an update or insert of a self-imposed limit', () => {
  test.each([-1, 1, 31 * DAY_MS, 3650 * DAY_MS, -31 * DAY_MS])(
    'is rejected if it moves the period by %i ms',
    async (by) => {
      expect(await set(`period_start_ms = period_start_ms + ${by}`)).toBe('own_limit_begins');
      expect(await set(`period_start_ms = period_start_ms + ${by}, used = 0`)).toBe('own_limit_begins');
    },
  );

  test('is rejected if it changes the used amount without a corresponding stake, loss or deposit', async () => {
    expect(await set('used = 0')).toBe('own_limit_used');
    expect(await set('used = 79.99999999')).toBe('own_limit_used');
    expect(await set('used = 81')).toBe('own_limit_used');
    expect(await set('used = 0, amount = 50')).toBe('own_limit_used');
  });

  test('is rejected if it loosens the limit immediately, and accepted if it tightens it', async () => {
    expect(await set('amount = 101')).toBe('own_limit_loosening');
    expect(await set('amount = null')).toBe('own_limit_loosening');
    expect(await set(`pending_amount = 500, pending_from_ms = ${Date.now() + DAY_MS / 2}`)).toBe(
      'own_limit_loosening',
    );
    expect(await set(`pending_amount = 500, pending_from_ms = ${Date.now() + DAY_MS}`)).toBe('written');
    expect(await set('amount = 90')).toBe('written');
  });

  test('is rejected unless it starts in the current period with the amount already used in it', async () => {
    const today = periodStartMs('day', Date.now());
    expect(await added(today, '80')).toBe('written');
    expect(await added(today, '0')).toBe('own_limit_used');
    expect(await added(today + DAY_MS, '0')).toBe('own_limit_begins');
  });
});

test('rejects an authenticator code that was already used', async () => {
  const step = (what: string) => fate(`update authenticator set ${what} where customer = ${BOOK}`, door);
  expect(await step('last_step = 501')).toBe('written');
  expect(await step('last_step = 499')).toBe('used_step_stays');
  expect(await step('last_step = 0')).toBe('used_step_stays');
  // A new secret starts again at step zero.
  expect(await step(`last_step = 0, sealed_secret = 'y'`)).toBe('written');
});

test('rejects an operator’s authenticator code that was already used', async () => {
  await owner.query(`begin; set local session_replication_role = replica;
    insert into operator (account, role, person, password_hash, created_ms, sealed_totp_secret, totp_last_step)
      values ('stepped', 'admin', 'p1', '', 1, 'x', 500); commit`);
  const step = (what: string) => fate(`update operator set ${what} where account = 'stepped'`, door);
  expect(await step('totp_last_step = 501')).toBe('written');
  expect(await step('totp_last_step = 499')).toBe('used_step_stays');
  expect(await step('totp_last_step = 0')).toBe('used_step_stays');
});

test('rejects changes to login credentials by the role that executes commands', async () => {
  for (const sql of [
    `update customer set password_hash = 'x' where id = ${BOOK}`,
    `update customer set trading_password_hash = 'x' where id = ${BOOK}`,
    `update customer set email = 'x', email_key = 'x' where id = ${BOOK}`,
    `update customer set wallet_address = null where id = ${BOOK}`,
    `update customer set security_changed_ms = null where id = ${BOOK}`,
    `update authenticator set sealed_secret = 'y' where customer = ${BOOK}`,
    `delete from recovery_code`,
    `insert into passkey (customer) select 1 where false`,
  ]) {
    expect([sql, await fate(sql)]).toEqual([sql, expect.stringMatching(/permission denied/)]);
  }
});
