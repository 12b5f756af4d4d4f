/**
 * The database's guards of terms versions, tested by plain SQL as the serving role: the version that a fund order may name, and
 * the notice period of a publication.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';

const OLD = {
  ...{ open: true, min: '500', max: '5000', rate_min: '0.01', rate_max: '0.02', days: '2' },
  ...{ limit_per_account: '2', places: '1000', early_fee_rate: '0.01' },
};
const NEW = { ...OLD, rate_max: '0.03' };

let database: TestDatabase;
let serving: Pool;
let owner: pg.Pool;

/** Publishes a tier's terms that have applied for this many minutes. */
async function published(body: typeof OLD, minutes: number): Promise<void> {
  await publishedBefore(owner, 'fund:1', body);
  await owner.query('alter table terms disable trigger user');
  await owner.query(
    `update terms set effective_ms = $1 where (subject, version) in (select subject, max(version) from terms group by subject)`,
    [Date.now() - minutes * 60_000],
  );
  await owner.query('alter table terms enable trigger user');
}

/** The database's verdict on an order without a book, by terms version: a foreign key error means that every guard passed. */
async function told(version: number, rateMax: string, rateMin = '0.01'): Promise<string> {
  return serving
    .query(
      `insert into fund_order (book, id, project, terms_version, amount, rate_min, rate_max, days, early_fee_rate, status, version,
        applied_ms, asked_ms, paid_days, income, fee, armed_seq)
        values (77, 1, 1, $1, 500, $3, $2, 2, 0.01, 'pending', 1, 1, 1, 0, 0, 0, 0)`,
      [version, rateMax, rateMin],
    )
    .then(
      () => 'passed',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );
}

beforeAll(async () => {
  database = await freshDatabase();
  serving = createPool(database.url, { max: 1 });
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await serving.end();
  await owner.end();
  await database.drop();
});

test('accepts the configured terms only until terms are published', async () => {
  expect(await told(0, '0.0201', '0.0183')).toBe('fund_order_book_fkey');
  expect(await told(0, '0.5')).toBe('fund_order_terms');
  expect(await told(0, '0.0201', '0.0184')).toBe('fund_order_terms');
  await published(OLD, 4);
  // The clocks of two processes differ, but not by five minutes.
  expect(await told(0, '0.0201', '0.0183')).toBe('fund_order_book_fkey');
  expect(await told(1, '0.02')).toBe('fund_order_book_fkey');
  await published(NEW, 6);
  expect(await told(0, '0.0201', '0.0183')).toBe('fund_order_version');
  expect(await told(0, '0.5')).toBe('fund_order_version');
  expect(await told(1, '0.02')).toBe('fund_order_version');
  expect(await told(2, '0.03')).toBe('fund_order_book_fkey');
  expect(await told(2, '0.04')).toBe('fund_order_transition');
  expect(await told(3, '0.03')).toBe('fund_order_transition');
});

test('rejects a version that does not apply yet, and a version of a closed tier', async () => {
  await published(OLD, -6);
  expect(await told(3, '0.02')).toBe('fund_order_version');
  expect(await told(2, '0.03')).toBe('fund_order_book_fkey');
  await published({ ...OLD, open: false }, 1);
  expect(await told(4, '0.02')).toBe('fund_order_version');
});

test.each([
  ['fund:1', true, 86_100_000 - 5000, 'terms_notice'],
  ['loan', true, 86_100_000 - 5000, 'terms_notice'],
  // These rows pass the guard of the notice period, and fail dual approval because nobody approved the terms.
  ['fund:1', true, 86_100_000 + 60_000, 'terms_by_two'],
  ['loan', true, 86_100_000 + 60_000, 'terms_by_two'],
  ['fund:1', false, 60_000, 'terms_by_two'],
  ['loan', false, 60_000, 'terms_by_two'],
  ['exchange', true, 60_000, 'terms_by_two'],
])(
  'rejects terms of %s (open: %s) that are published %i ms ahead without notice or approval',
  async (subject, open, aheadMs, constraint) => {
    const inserted = serving.query(
      'insert into terms (subject, effective_ms, body, published_ms, proposal) values ($1, $2, $3, 0, 4711)',
      [subject, Date.now() + aheadMs, JSON.stringify({ open })],
    );
    await expect(inserted).rejects.toMatchObject({ constraint });
  },
);
