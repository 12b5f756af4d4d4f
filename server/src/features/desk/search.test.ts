/** Response times of the search among a hundred thousand customers. */
import { hash } from 'node:crypto';
import { DAY_MS } from '@candor/domain/time.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { soon } from '@candor/testing/soon.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { readHoldingsOf } from '../../ledger/statement.ts';
import { cardDigest, nameDigest } from '../../identity/documents/digests.ts';
import { searchCustomers } from './customer-search.ts';
import type { CustomerSearch } from './customer-search.ts';

const CUSTOMERS = 100_000;
const FIRST = 200_000;
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

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
    set session_replication_role = replica;
    update customer set country = 'DE', kyc_status = 'approved' where id in (${FIRST + 5}, ${FIRST + 6});
    insert into session (customer, token_hash, created_ms, seen_ms, expires_ms, agent, address, device)
      values (${FIRST + 5}, '\\x01', 0, ${NOW - 3 * DAY_MS}, ${NOW}, '', '203.0.113.7', '\\x${DEVICE}'),
        (${FIRST + 6}, '\\x02', 0, ${NOW - 20 * DAY_MS}, ${NOW}, '', '203.0.113.7', null);
    insert into withdrawal_address (book, id, network, address, address_key, label, added_ms, usable_ms)
      values (${FIRST + 8}, 1, 'tron', '${ADDRESS}', '${ADDRESS}', '', 0, 0);
    analyze;`);
  await owner.query('insert into bank_card (book, bound_ms, digest) values ($1, 0, $2)', [
    FIRST + 9,
    cardDigest(vault, 'DE89370400440532013000'),
  ]);
  await owner.query(
    `insert into kyc_application (book, id, status, country, certificate_type, sealed, number_key, name_key, front, back, submitted_ms)
      values ($1, 1, 'under_review', 'DE', 'passport', '', '', $2, 'a', 'b', 0)`,
    [FIRST + 10, nameDigest(vault, 'Lena Fischer')],
  );
  await owner.end();
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const search = (q: string | undefined, status?: string) =>
  soon(() => searchCustomers(deps(), { q, status, below: undefined, limit: 21 }));
const filtered = async (filter: Partial<CustomerSearch>) =>
  (await soon(() => searchCustomers(deps(), { below: undefined, limit: 21, ...filter }))).map(
    ({ account }) => account,
  );

/** The server's vault is another test's subject; here, a hash without a key is enough. */
const vault = {
  keyed: (text: Buffer | string, purpose: string) => hash('sha256', `${purpose} ${String(text)}`, 'buffer'),
};
const NOW = 100 * DAY_MS;
const deps = () => ({ pool, vault, wallNow: () => NOW });
const DEVICE = 'ab12cd34ef56'.padEnd(64, '7');

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

test.each<[string, Partial<CustomerSearch>, readonly string[]]>([
  ['a real name, in any order', { q: 'FISCHER lena' }, ['person10']],
  ['a card', { q: 'DE89 3704 0044 0532 0130 00' }, ['person9']],
  ['a withdrawal address', { q: ADDRESS }, ['person8']],
  ['the beginning of a device’s hash', { q: DEVICE.slice(0, 12) }, ['person5']],
  ['an unknown device', { q: 'ab12cd34ef57' }, []],
  ['a country', { country: 'de' }, ['person6', 'person5']],
  ['a country and recent activity', { country: 'DE', activity: 'week' }, ['person5']],
  [
    'a verified identity and recent activity',
    { identity: 'approved', activity: 'month' },
    ['person6', 'person5'],
  ],
  ['a text and a country', { q: 'person5', country: 'DE' }, ['person5']],
  ['a text and a different verification status', { q: 'person5', country: 'DE', identity: 'rejected' }, []],
])('finds customers by %s', async (_, filter, accounts) => {
  expect(await filtered(filter)).toEqual(accounts);
});

test('excludes recently active customers from a search for inactive ones', async () => {
  const newest = await filtered({ activity: 'quiet', country: 'DE' });
  expect(newest).toEqual([]);
});
