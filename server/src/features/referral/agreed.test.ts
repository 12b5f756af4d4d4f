/**
 * A share has the published rate and belongs to a verified, unrelated customer. The database rejects plain SQL by the serving
 * role that writes any other share.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let serving: pg.Client;
let owner: pg.Client;
/** Each of these customers was invited by the previous one; the first was invited by the house. */
const [first, second, third] = [701, 702, 703];

beforeAll(async () => {
  database = await freshDatabase();
  serving = new pg.Client({ connectionString: database.appUrl });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([serving.connect(), owner.connect()]);
  for (const other of ['referral_reward_verified', 'referral_reward_of_own_fees'])
    await owner.query(`alter table referral_reward disable trigger ${other}`);
  await owner.query(`insert into book (id) select * from generate_series(701, 703);
    insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms,
        kyc_status, country)
      select id, 'c' || id, 'c' || id, 'c' || id, 'c' || id, '', '1990-01-01', case id when 701 then 0 else id - 1 end, 'en', 1,
        'approved', 'DE' from generate_series(701, 703) id`);
});
afterEach(() =>
  owner.query(`delete from session; alter table customer disable trigger user;
  update customer set kyc_status = 'approved', status = 'active'; alter table customer enable trigger user`),
);
afterAll(async () => {
  await Promise.all([serving.end(), owner.end()]);
  await database.drop();
});

/**
 * Attempts to insert a share that belongs to no payment and no fees. The constraints that require them are disabled. Returns
 * "written" or the violated constraint.
 */
async function claimed(book: number, level: number, rate: string, source = third): Promise<string> {
  await serving.query('begin');
  try {
    await serving.query(
      `insert into referral_reward (book, id, source, order_id, number, level, base, rate, amount, status, version, armed_seq, time_ms)
        values ($1, 1, $2, 1, 1, $3, 100, $4::numeric, trunc(100 * $4::numeric, 8), 'due', 1, 0, 1)`,
      [book, source, level, rate],
    );
    await serving.query('set constraints all immediate');
    return 'written';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  } finally {
    await serving.query('rollback');
  }
}
const AGREED = 'written';
const change = (customer: number, to: string) =>
  owner.query(`alter table customer disable trigger user; update customer set ${to} where id = ${customer};
    alter table customer enable trigger user`);

test('rejects a share at a rate other than the published rate for its level', async () => {
  expect(await claimed(second, 1, '0.05')).toBe(AGREED);
  expect(await claimed(first, 2, '0.03')).toBe(AGREED);
  for (const [book, level, rate] of [
    [second, 1, '0.1'],
    [second, 1, '0.03'],
    [first, 2, '0.05'],
  ] as const)
    expect(await claimed(book, level, rate)).toBe('referral_reward_agreed');
});

test('rejects a share for a customer who is unverified or locked', async () => {
  await change(second, `kyc_status = 'under_review'`);
  expect(await claimed(second, 1, '0.05')).toBe('referral_reward_agreed');
  expect(await claimed(first, 2, '0.03')).toBe(AGREED);
  await change(first, `status = 'locked'`);
  expect(await claimed(first, 2, '0.03')).toBe('referral_reward_agreed');
});

test('rejects a share for a customer who shares a device with somebody further down the chain', async () => {
  const device = (customer: number, cookie: string) =>
    owner.query(
      `insert into session (customer, token_hash, created_ms, seen_ms, expires_ms, agent, address, device)
        values ($1, sha256(random()::text::bytea), 0, 0, 1, '', '', sha256($2::bytea))`,
      [customer, cookie],
    );
  await device(second, 'one');
  await device(third, 'two');
  expect(await claimed(second, 1, '0.05')).toBe(AGREED);
  await device(third, 'one');
  expect(await claimed(second, 1, '0.05')).toBe('referral_reward_agreed');
  expect(await claimed(first, 2, '0.03')).toBe('referral_reward_agreed');
  expect(await claimed(first, 1, '0.05', second)).toBe(AGREED);
});

test('rejects an invitation written by the role that executes commands', async () => {
  await expect(serving.query(`insert into invite_code (code, owner) values ('MINE', 701)`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(serving.query('update customer set invited_by = 701 where id = 703')).rejects.toThrow(
    /permission denied/,
  );
  await expect(serving.query(`update customer set kyc_status = 'approved' where id = 703`)).rejects.toThrow(
    /permission denied/,
  );
});
