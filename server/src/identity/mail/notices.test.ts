/** Notices become mail once, however many mailers run and wherever one of them breaks off. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import type { TestDatabase } from '../../../../tools/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openBook } from '../../ledger/book.ts';
import { mailNotices } from './notices.ts';

let database: TestDatabase;
let pool: Pool;
let lena: bigint;
let names = 0;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 6 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await mailNotices(pool, 1);
  lena = await customer({ email: true });
});

async function customer({ email }: { email: boolean }): Promise<bigint> {
  names += 1;
  const id = await openBook(pool);
  await pool.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
        registered_ms)
      values ($1, $2, $2, $3, $3, 'x', '1990-01-01', 0, 'es', 1)`,
    [id, `noted${names}`, email ? `noted${names}@example.com` : null],
  );
  return id;
}

async function note(book: bigint, id: number, kind: NoticeKind, params: object): Promise<void> {
  await pool.query(
    'insert into notice (book, id, kind, params, time_ms) values ($1, $2, $3, $4, $2::bigint * 10)',
    [book, id, kind, JSON.stringify(params)],
  );
}

const mailsOf = async (book: bigint): Promise<string[]> =>
  (
    await pool.query<{ text: string }>('select text from mail where customer = $1 order by id', [book])
  ).rows.map(({ text }) => text);

it('mails in the language of the customer what the notice names, in the order of what happened', async () => {
  await note(lena, 2, 'address_added', { network: 'tron', address: 'TXyz' });
  await note(lena, 1, 'withdrawal_held', { amount: '30', currency: 'USDT', until: '1800000000' });
  expect(await mailNotices(pool, 5000)).toBe(2);
  const [held, added] = await mailsOf(lena);
  expect(held).toContain('30 USDT está retenido como máximo hasta 2027-01-15 08:00 UTC');
  expect(added).toContain('dirección de Tron TXyz');
  expect((await pool.query('select mailed_ms from notice where book = $1', [lena])).rows).toEqual([
    { mailed_ms: '5000' },
    { mailed_ms: '5000' },
  ]);
});

it('is mailed once, by five mailers at once as by one after the other', async () => {
  for (let id = 1; id <= 120; id += 1) {
    await note(lena, id, 'deposit_credited', { amount: String(id), currency: 'USDT' });
  }
  let counts = [1];
  let mailed = 0;
  while (counts.some((count) => count > 0)) {
    counts = await Promise.all(Array.from({ length: 5 }, () => mailNotices(pool, 6000)));
    mailed += counts.reduce((sum, count) => sum + count, 0);
  }
  expect(mailed).toBe(120);
  const mails = await mailsOf(lena);
  expect(mails).toHaveLength(120);
  expect(new Set(mails).size).toBe(120);
  expect(await mailNotices(pool, 6001)).toBe(0);
});

it('is not lost where a mailer breaks off: neither mailed nor marked', async () => {
  await note(lena, 1, 'deposit_failed', { amount: '7', currency: 'BTC' });
  const broken: Pool = Object.create(pool, {
    connect: {
      value: async () => {
        const connection = await pool.connect();
        const query = connection.query.bind(connection);
        return Object.create(connection, {
          query: {
            value: (text: string, values?: unknown[]) =>
              text.startsWith('update notice') ? Promise.reject(new Error('gone')) : query(text, values),
          },
        }) as unknown;
      },
    },
  }) as Pool;
  await expect(mailNotices(broken, 7000)).rejects.toThrow('gone');
  expect(await mailsOf(lena)).toEqual([]);
  expect(await mailNotices(pool, 7001)).toBe(1);
  expect(await mailsOf(lena)).toHaveLength(1);
});

it('reaches who muted mail about the account, and passes over who has no address', async () => {
  const silent = await customer({ email: false });
  await pool.query(
    `insert into notification_choice (customer, topic, channel, enabled) values ($1, 'account', 'email', false)`,
    [lena],
  );
  await note(lena, 1, 'withdrawal_failed', { amount: '30', currency: 'USDT' });
  await note(silent, 1, 'withdrawal_failed', { amount: '30', currency: 'USDT' });
  expect(await mailNotices(pool, 8000)).toBe(2);
  expect(await mailsOf(lena)).toHaveLength(1);
  expect(await mailsOf(silent)).toEqual([]);
});
