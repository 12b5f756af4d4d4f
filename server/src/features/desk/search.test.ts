/** Response times of the search among a hundred thousand customers. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { soon } from '@candor/testing/soon.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { readHoldingsOf } from '../../ledger/statement.ts';
import { searchCustomers } from './customers-store.ts';

const CUSTOMERS = 100_000;
const FIRST = 200_000;

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`
    insert into book (id) select ${FIRST} + n from generate_series(1, ${CUSTOMERS}) n;
    insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
        registered_ms, status)
      select ${FIRST} + n, 'person' || n, 'person' || n, 'p' || n || '@example.com', 'p' || n || '@example.com', '',
        '1990-01-01', 0, 'en', n, case when n % 20000 = 0 then 'frozen' else 'active' end
      from generate_series(1, ${CUSTOMERS}) n;
    analyze;`);
  await owner.end();
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const search = (q: string | undefined, status?: string) =>
  soon(() => searchCustomers(pool, { q, status, below: undefined, limit: 21 }));

test('finds customers among a hundred thousand within the time limit', async () => {
  expect((await search(undefined)).map(({ id }) => Number(id)).slice(0, 2)).toEqual([
    FIRST + CUSTOMERS,
    FIRST + CUSTOMERS - 1,
  ]);
  expect((await search('person99999')).map(({ account }) => account)).toEqual(['person99999']);
  expect((await search('PERSON5432')).map(({ account }) => account)).toEqual([
    ...Array.from({ length: 10 }, (_, digit) => `person5432${9 - digit}`),
    'person5432',
  ]);
  expect((await search(String(FIRST + 7))).map(({ account }) => account)).toEqual(['person7']);
  expect((await search('p77@example.com')).map(({ account }) => account)).toEqual(['person77']);
  expect(await search('person')).toHaveLength(21);
  expect((await search(undefined, 'frozen')).map(({ account }) => account)).toEqual([
    'person100000',
    'person80000',
    'person60000',
    'person40000',
    'person20000',
  ]);
  const ids = (await search(undefined)).map(({ id }) => id);
  expect((await soon(() => readHoldingsOf(pool, ids))).size).toBe(ids.length);
});
