/** Statements that the database rejects, whatever program sends them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import pg from 'pg';
import { openBook, openDemoHouse } from './book.ts';
import { breaches } from '../app/breaches.ts';

let database: TestDatabase;
let pool: Pool;
let book: bigint;

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  pool = createPool(database.url, { max: 2 });
  await openDemoHouse(pool, ['BTC']);
  book = await openBook(pool);
  await pool.query('select open_balances($1, $2, $3)', [
    [book, book],
    ['spot', 'contract'],
    ['USDT', 'USDT'],
  ]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const insert = `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
  values ($1, $2, $3, 'test', 0, 0, $4::text[]::account[], $5, $6::text[]::numeric[])`;

type Case = [name: string, kind: string, lines: [string, string, string][], constraint: string | null];
const cases: Case[] = [
  [
    'a grant',
    'demo_grant',
    [
      ['equity', 'USDT', '-5'],
      ['spot', 'USDT', '5'],
    ],
    null,
  ],
  [
    'amounts that do not sum to zero',
    'demo_grant',
    [
      ['equity', 'USDT', '-5'],
      ['spot', 'USDT', '4'],
    ],
    'journal_zero_sum',
  ],
  [
    'amounts that balance only across currencies',
    'demo_grant',
    [
      ['equity', 'BTC', '-5'],
      ['spot', 'USDT', '5'],
    ],
    'journal_zero_sum',
  ],
  [
    'a line with the amount zero',
    'demo_grant',
    [
      ['equity', 'USDT', '0'],
      ['spot', 'USDT', '0'],
    ],
    'journal_zero_sum',
  ],
  [
    'an account that is not in the template',
    'demo_grant',
    [
      ['fees', 'USDT', '-5'],
      ['spot', 'USDT', '5'],
    ],
    'journal_template',
  ],
  [
    'a direction that is not in the template',
    'demo_grant',
    [
      ['equity', 'USDT', '5'],
      ['spot', 'USDT', '-5'],
    ],
    'journal_template',
  ],
  [
    'a kind that does not exist',
    'gift',
    [
      ['equity', 'USDT', '-5'],
      ['spot', 'USDT', '5'],
    ],
    'journal_template',
  ],
  [
    'more than the balance',
    'start_over',
    [
      ['spot', 'USDT', '-999'],
      ['equity', 'USDT', '999'],
    ],
    'balance_amount_check',
  ],
  [
    'more than the house account holds',
    'demo_grant',
    [
      ['equity', 'USDT', '-999999999999'],
      ['spot', 'USDT', '999999999999'],
    ],
    'house_balance_check',
  ],
  [
    'a balance that was not opened',
    'demo_grant',
    [
      ['equity', 'USDT', '-5'],
      ['promo', 'USDT', '5'],
    ],
    'balance_open',
  ],
  [
    'a gain of an account from which this kind only takes',
    'start_over',
    [
      ['spot', 'USDT', '-1'],
      ['contract', 'USDT', '1'],
    ],
    'journal_template',
  ],
  ['no lines', 'demo_grant', [], 'journal_check'],
  [
    'less than the smallest unit',
    'demo_grant',
    [
      ['equity', 'USDT', '-0.000000004'],
      ['spot', 'USDT', '0.000000004'],
    ],
    'journal_exact',
  ],
];

let seq = 0;
test.each(cases)('accepts or rejects a posting of %s', async (_, kind, lines, constraint) => {
  seq += 1;
  const posting = pool.query(insert, [
    book,
    seq,
    kind,
    lines.map((line) => line[0]),
    lines.map((line) => line[1]),
    lines.map((line) => line[2]),
  ]);
  if (constraint === null) {
    await posting;
    await pool.query('update book set seq = $2 where id = $1', [book, seq]);
  } else {
    await expect(posting).rejects.toMatchObject({ constraint });
  }
  expect(await breaches(pool)).toEqual([]);
});

test.each([
  ['update balance set amount = amount + 1', /permission denied/],
  [
    `insert into balance (book, account, currency, amount) values (1, 'spot', 'USDT', 5)`,
    /permission denied/,
  ],
  ['update house_balance set amount = amount + 1', /permission denied/],
  [`update journal set kind = 'start_over'`, /permission denied/],
  ['delete from journal', /permission denied/],
  ['truncate journal', /permission denied/],
  ['delete from answer', /permission denied/],
  ['update answer set answer = null', /permission denied/],
  [`update journal_template set sign = 0`, /permission denied/],
  [`insert into book (id) values (5)`, /permission denied/],
  [`update book set id = id`, /permission denied/],
  [`update tape set bid = 1`, /permission denied/],
  [`delete from tape`, /permission denied/],
  [`update checkpoint set seq = 1`, /permission denied/],
  [`alter table journal disable trigger all`, /must be owner/],
  [`drop table journal`, /must be owner/],
  [`select pg_read_file('/etc/passwd')`, /permission denied/],
  [`set role candor_owner`, /permission denied/],
])('rejects a statement of the serving role: %s', async (sql, message) => {
  await expect(pool.query(sql)).rejects.toThrow(message);
});

test('rejects a change to a journal even by the owner', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await expect(owner.query('update journal set time_ms = 1')).rejects.toThrow(/append-only/);
  await expect(owner.query('delete from journal')).rejects.toThrow(/append-only/);
  await owner.end();
});

test('reports a fill that names a gap entry, even if its price is that of the quote that the gap repeats', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query(`insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
    select 'BTC/USDT', seq, seq, 0, 1, 2, 1, 0, decode(repeat('00', 32), 'hex'), seq = 2 from generate_series(1, 2) seq`);
  await owner.query(
    `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, fee_rate, tape_seq, journal_seq, time_ms)
      select $1, 1, leg, 'BTC/USDT', 'buy', 1, 2, 2, 0, 0, leg, 1, 0 from generate_series(1, 2) leg`,
    [book],
  );
  const found = await breaches(owner);
  await owner.query('rollback');
  await owner.end();
  expect(found.filter(({ invariant }) => invariant.startsWith('L16')).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^fill 1\/2 of book \d+ at 2\.00000000, entry 2$/),
  ]);
});

test('reports a corrupted balance', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`update balance set amount = amount + 1 where book = $1`, [book]);
  const found = await breaches(pool);
  expect(found.map((breach) => breach.invariant)).toContain(
    'L2: a customer balance is the sum of its postings',
  );
  await owner.query(`update balance set amount = amount - 1 where book = $1`, [book]);
  await owner.end();
  expect(await breaches(pool)).toEqual([]);
});
