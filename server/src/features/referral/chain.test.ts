/** The chain of inviters above a customer, on PostgreSQL: it has three levels, and only unrelated people earn shares. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { chainAbove } from './chain.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.ownerUrl, { max: 1 });
  // Disables triggers, so that tests can set the status of customers directly.
  await pool.query('set session_replication_role = replica');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The house invited the first customer, and each customer invited the next. */
const FIVE = [100_001n, 100_002n, 100_003n, 100_004n, 100_005n];
const [first = 0n, second = 0n, third = 0n, fourth = 0n, fifth = 0n] = FIVE;

beforeEach(async () => {
  await pool.query('delete from session');
  await pool.query('delete from withdrawal_address');
  await pool.query('delete from customer');
  for (const [at, id] of FIVE.entries()) {
    const name = `friend-${id}`;
    await pool.query(
      `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
          registered_ms, kyc_status, country)
        values ($1, $2, $2, $3, $3, '', '1990-01-01', $4, 'en', 0, 'approved', 'DE')`,
      [id, name, `${name}@example.com`, FIVE[at - 1] ?? 0],
    );
  }
});

const device = (customer: bigint, cookie: string) =>
  pool.query(
    `insert into session (customer, token_hash, created_ms, seen_ms, expires_ms, agent, address, device)
      values ($1, sha256(random()::text::bytea), 0, 0, 1, '', '', sha256($2::bytea))`,
    [customer, cookie],
  );
const address = (book: bigint, id: number, key: string, deletedMs: number | null = null) =>
  pool.query(
    `insert into withdrawal_address (book, id, network, address, address_key, label, added_ms, usable_ms, deleted_ms)
      values ($1, $2, 'tron', $3, $3, '', 0, 0, $4)`,
    [book, id, key, deletedMs],
  );
const change = (customer: bigint, to: string) =>
  pool.query(`update customer set ${to} where id = $1`, [customer]);

/** Renders the chain above a customer as "1 100004" or "2 100003 linked", one line per level. */
async function above(source: bigint): Promise<string[]> {
  const chain = await chainAbove(pool, source, 'country');
  return chain.map(
    ({ level, book, shortfall }) => `${level} ${book}${shortfall === null ? '' : ` ${shortfall}`}`,
  );
}

test('returns the inviters up to three levels above a customer', async () => {
  expect(await above(fifth)).toEqual([`1 ${fourth}`, `2 ${third}`, `3 ${second}`]);
  expect(await above(third)).toEqual([`1 ${second}`, `2 ${first}`]);
  expect(await above(first)).toEqual([]);
});

test('marks an inviter who shares a device with a customer as linked, and everybody above that inviter', async () => {
  for (const [customer, cookie] of [
    [fifth, 'a'],
    [fourth, 'b'],
    [third, 'a'],
    [second, 'c'],
  ] as const) {
    await device(customer, cookie);
  }
  expect(await above(fifth)).toEqual([`1 ${fourth}`, `2 ${third} linked`, `3 ${second} linked`]);
  expect(await above(fourth)).toEqual([`1 ${third}`, `2 ${second}`, `3 ${first}`]);
});

test('marks inviters as linked if they share a withdrawal address, even a deleted one', async () => {
  await address(fifth, 1, 'one');
  await address(fourth, 2, 'one', 5);
  await address(third, 3, 'another');
  expect(await above(fifth)).toEqual([`1 ${fourth} linked`, `2 ${third} linked`, `3 ${second} linked`]);
});

test('excludes an inviter who is frozen, unverified or in a country without referral, but not the inviters above', async () => {
  await change(fourth, `status = 'frozen'`);
  await change(third, `kyc_status = 'rejected'`);
  await change(second, `country = 'GB'`);
  expect(await above(fifth)).toEqual([
    `1 ${fourth} restricted`,
    `2 ${third} not_verified`,
    `3 ${second} not_offered`,
  ]);
});

test('marks every inviter in a chain of two hundred accounts on one device as linked', async () => {
  await pool.query('delete from customer');
  for (let at = 0n; at < 200n; at += 1n) {
    const id = 200_000n + at;
    await pool.query(
      `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
          registered_ms, kyc_status, country)
        values ($1, $2, $2, $3, $3, '', '1990-01-01', $4, 'en', 0, 'approved', 'DE')`,
      [id, `ring-${id}`, `ring-${id}@example.com`, at === 0n ? 0n : id - 1n],
    );
    await device(id, 'the one device');
  }
  for (let at = 1n; at < 200n; at += 1n) {
    const chain = await chainAbove(pool, 200_000n + at, 'country');
    expect(chain.map(({ shortfall }) => shortfall)).toEqual(chain.map(() => 'linked'));
  }
});

test('rejects an inviter who registered later than the customer', async () => {
  await pool.query('set session_replication_role = origin');
  await expect(change(first, `invited_by = ${fifth}`)).rejects.toThrow(/customer_invited_before/);
  await expect(change(first, `invited_by = ${first}`)).rejects.toThrow(/customer_/);
  await pool.query('set session_replication_role = replica');
});
