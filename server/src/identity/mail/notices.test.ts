/** Mails each notice once, however many mailers run and at whatever point one of them crashes. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openBook } from '../../ledger/book.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LIMITS } from '../../limits.ts';
import { mailNotices, tellCustomer } from './notices.ts';

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
    // The notices are ten minutes apart.
    'insert into notice (book, id, kind, params, time_ms) values ($1, $2, $3, $4, $2::bigint * 600000)',
    [book, id, kind, JSON.stringify(params)],
  );
}

const mailsOf = async (book: bigint): Promise<string[]> =>
  (
    await pool.query<{ text: string }>('select text from mail where customer = $1 order by id', [book])
  ).rows.map(({ text }) => text);

it("mails the details of notices in the customer's language and in the order of events", async () => {
  await note(lena, 2, 'address_added', { network: 'tron', address: 'TXyz' });
  await note(lena, 1, 'withdrawal_held', { amount: '30', currency: 'USDT', until: '1800000000' });
  expect(await mailNotices(pool, 5000)).toBe(2);
  const [held, added] = await mailsOf(lena);
  expect(held).toContain('30 USDT está retenido como máximo hasta el 2027-01-15 08:00 UTC');
  expect(added).toContain('dirección de Tron TXyz');
  expect((await pool.query('select mailed_ms from notice where book = $1', [lena])).rows).toEqual([
    { mailed_ms: '5000' },
    { mailed_ms: '5000' },
  ]);
});

it('mails a notice only once, with five concurrent mailers and with successive ones', async () => {
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

it('neither mails a notice nor marks it as mailed if the mailer crashes', async () => {
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

it('mails account notices even to a customer who muted them, and skips customers without an address', async () => {
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

const { noticesHourMax } = LIMITS.mail;

it('mails a limited number of notices of one kind per hour, shows the rest only in the app, and still mails other kinds', async () => {
  const tell = (kind: NoticeKind, nowMs: number) =>
    inTransaction(pool, (connection) => tellCustomer(connection, { customer: lena, kind, nowMs }));
  for (let at = 0; at < noticesHourMax + 20; at += 1) await tell('limits_changed', 1_000_000 + at);
  await tell('bank_card_changed', 1_000_100);
  const kinds = async () =>
    (
      await pool.query<{ kind: string }>('select kind from mail where customer = $1 order by id', [lena])
    ).rows.map(({ kind }) => kind);
  const hour = Array.from({ length: noticesHourMax }, () => 'limits_changed');
  expect(await kinds()).toEqual([...hour, 'bank_card_changed']);
  expect((await pool.query('select from notice where book = $1', [lena])).rowCount).toBe(noticesHourMax + 21);
  await tell('limits_changed', 1_000_000 + 3_600_000 + noticesHourMax + 20);
  expect((await kinds()).at(-1)).toBe('limits_changed');
});

it('counts notices towards the limit when they are written, not when they are mailed, and exempts margin notices', async () => {
  for (const kind of ['price_alert', 'position_warned'] as const) {
    await pool.query(
      `insert into notice (book, id, kind, params, time_ms)
        select $1, nextval('row_id'), $2, '{}', 9000 + n from generate_series(1, $3::int) n`,
      [lena, kind, noticesHourMax + 20],
    );
  }
  await pool.query(
    `insert into notification_choice (customer, topic, channel, enabled) values ($1, 'price_alerts', 'email', true)`,
    [lena],
  );
  while ((await mailNotices(pool, 50_000_000)) > 0);
  const { rows } = await pool.query<{ kind: string; count: string }>(
    'select kind, count(*) as count from mail where customer = $1 group by kind order by kind',
    [lena],
  );
  expect(rows).toEqual([
    { kind: 'position_warned', count: String(noticesHourMax + 20) },
    { kind: 'price_alert', count: String(noticesHourMax) },
  ]);
});
