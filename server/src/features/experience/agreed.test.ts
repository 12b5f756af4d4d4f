/**
 * The database's guards of experience credit, tested by plain SQL as the serving role: credit starts with its grant, lasts thirty
 * days, and is closed only for its recorded reason.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { grantDemo } from '../wallets/grant.ts';
import { openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { breaches } from '../../app/breaches.ts';

const MONTH_MS = 2_592_000_000;
let database: TestDatabase;
let house: House;
let book: bigint;
let id: string;
beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse(database);
  await house.setHead('BTC/USDT', { bid: amount('20000'), ask: amount('20010') });
  [book] = (await house.customers(1)) as [bigint];
  await house.owner(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      values ($1, 'credited', 'credited', 'c@x', 'c@x', '', '1990-01-01', 0, 'en', 1)`,
    [book],
  );
  const granted = await house.run(grantDemo, {}, { book, key: 'once' });
  if (!granted.ok) throw new Error(granted.refusal.code);
  const [row] = await house.owner<{ id: string }>('select id::text from experience_credit');
  id = row?.id ?? '';
});
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  await house.close();
  await database.drop();
});

async function fate(...statements: readonly string[]): Promise<string> {
  const connection = await house.pool.connect();
  try {
    await connection.query('begin');
    for (const sql of statements) await connection.query(sql);
    await connection.query('set constraints all immediate');
    return 'written';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}
const set = (what: string) =>
  `update experience_credit set version = version + 1, ${what} where book = ${book} and id = ${id}`;
const ended = (status: string, at = 'market_now_ms()') => set(`status = '${status}', ended_ms = ${at}`);
const granted = (seq: string, from = 'market_now_ms()', days = MONTH_MS) =>
  `insert into experience_credit (book, id, amount, granted_ms, expires_ms, status, version, due_ms, armed_seq)
    select ${book}, ${seq}, 100, f, f + ${days}, 'active', 1, f + ${days}, 0 from (select ${from} as f) now`;

test('accepts the grant that every customer gets', async () => {
  const [row] = await house.owner<{ amount: string }>('select amount::text from experience_credit');
  expect(row?.amount).toBe('100.00000000');
});

test('rejects credit without the journal of its grant', async () => {
  const next = `${id}::bigint + 1`;
  expect(await fate(ended('replaced'), granted(next))).toBe('experience_credit_agreed');
  expect(await fate(ended('replaced'), granted('1000'))).toBe('experience_credit_agreed');
});

test('rejects credit that is backdated or lasts too long', async () => {
  expect(await fate(ended('replaced'), granted(`${id}::bigint + 1`, '0'))).toBe('experience_credit_agreed');
  expect(await fate(ended('replaced'), granted(`${id}::bigint + 1`, 'market_now_ms()', MONTH_MS * 12))).toBe(
    'experience_credit_agreed',
  );
});

test('rejects closing a credit without a cause, postponing its expiry, and converting it before the required turnover', async () => {
  expect(await fate(ended('replaced'))).toBe('experience_credit_agreed');
  expect(await fate(ended('returned'))).toBe('experience_credit_agreed');
  expect(await fate(set(`due_ms = due_ms + 1`))).toBe('experience_credit_agreed');
  expect(await fate(set(`status = 'converted', turnover = 1000, ended_ms = market_now_ms()`))).toBe(
    'experience_credit_turned_over',
  );
  expect(await fate(set(`status = 'converted', turnover = 10, ended_ms = market_now_ms()`))).toBe(
    'experience_credit_turned_over',
  );
  expect(await fate(ended('expired'))).toMatch(/check/);
});
