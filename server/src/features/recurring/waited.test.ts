/**
 * Somebody with the SQL privileges of commands can keep postponing a due plan, or the order of a purchase, to the next price.
 * The audit detects both from the tape rather than from these rows, which can be forged.
 */
import { MINUTE_MS } from '@candor/domain/time.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { recurringInvariants } from './invariants.ts';

/** The plan is due at a full hour. It is now half an hour later, and the market has run throughout. */
const dueMs = 1_800_000_000_000;
const now = dueMs + 30 * MINUTE_MS;
const ENTRIES = 40;

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const table of [
    'customer',
    'recurring_plan',
    'recurring_purchase',
    'spot_order',
    'tape',
    'tape_minute',
  ])
    await owner.query(`alter table ${table} disable trigger user`);
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [now + 200]);
  await owner.query(
    `insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, halted)
      values ('BTC/USDT', ${ENTRIES}, $1, $1, 1000, 1001, 1000, false)`,
    [now],
  );
  await owner.query('insert into book (id) values (1)');
  await owner.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      values (1, 'a', 'a', 'a@b', 'a@b', 'x', '1990-01-01', 0, 'en', 0)`,
  );
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Writes one entry per minute, starting ten minutes before the plan is due. An entry is a gap entry if `isGap` returns true. */
async function layTape(isGap: (minute: number) => boolean): Promise<void> {
  for (let seq = 1; seq <= ENTRIES; seq += 1) {
    const minute = seq - 10;
    const at = dueMs + minute * MINUTE_MS;
    // oxlint-disable-next-line no-await-in-loop
    await owner.query(
      `with entry as (insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
          values ('BTC/USDT', $1, $2, $2, 1000, 1001, 1000, 0, sha256(''), $3))
        insert into tape_minute (symbol, minute_ms, first_seq, last_seq, open, high, low, close, bid_high, bid_low, ask_high, ask_low, volume)
        values ('BTC/USDT', $2, $1, $1, 1000, 1000, 1000, 1000, 1000, 1000, 1001, 1001, 0)`,
      [seq, at, isGap(minute)],
    );
  }
}

const plan = (due: number) =>
  owner.query(
    `insert into recurring_plan (book, id, symbol, amount, every, on_day, hour, status, due_ms, short_run, version, armed_seq, created_ms, updated_ms)
      values (1, 5, 'BTC/USDT', 50, 'day', 0, 8, 'active', $1, 0, 9, ${ENTRIES}, 0, 0)`,
    [due],
  );
const purchase = (timeMs: number, status: 'skipped' | 'ordered', reason: string | null = null) =>
  owner.query(
    `insert into recurring_purchase (book, id, plan, due_ms, status, amount, order_id, reason, version, armed_seq, time_ms)
      values (1, 6, 5, ${dueMs}, $2, 50, case $2 when 'ordered' then 6 end, $3, 9, ${ENTRIES}, $1)`,
    [timeMs, status, reason],
  );

async function told(lay: () => Promise<unknown>): Promise<string[]> {
  await owner.query('begin');
  try {
    await lay();
    const found: string[] = [];
    for (const { sql } of recurringInvariants) {
      // oxlint-disable-next-line no-await-in-loop
      const { rows } = await owner.query<{ format: string }>(sql);
      found.push(...rows.map(({ format }) => format));
    }
    return found;
  } finally {
    await owner.query('rollback');
  }
}

const TOMORROW = dueMs + 24 * 60 * MINUTE_MS;
const minutes = (count: number) => dueMs + count * MINUTE_MS;

test.each<[string, (minute: number) => boolean, () => Promise<unknown>, string[]]>([
  [
    'a plan that is still waiting after half an hour',
    () => false,
    () => plan(dueMs),
    [`plan 5 of book 1 waited from ${dueMs} to ${now + 200}`],
  ],
  [
    'a plan with an outcome after half an hour',
    () => false,
    () => plan(TOMORROW).then(() => purchase(minutes(29), 'skipped', 'balance_insufficient')),
    [`plan 5 of book 1 waited from ${dueMs} to ${minutes(29)}`],
  ],
  [
    'a plan with an immediate outcome',
    () => false,
    () => plan(TOMORROW).then(() => purchase(minutes(0), 'skipped', 'balance_insufficient')),
    [],
  ],
  [
    'a plan that waited during a gap',
    (minute) => minute > 0 && minute < 28,
    () => plan(TOMORROW).then(() => purchase(minutes(29), 'skipped', 'balance_insufficient')),
    [],
  ],
  [
    'a plan that waited while prices were only backfilled',
    (minute) => minute > 0 && minute < 23,
    () => plan(TOMORROW).then(() => purchase(minutes(29), 'skipped', 'balance_insufficient')),
    [],
  ],
])('the audit reports only a plan that waited although its market ran: %s', async (_, isGap, lay, found) => {
  expect(
    await told(async () => {
      await layTape(isGap);
      await lay();
    }),
  ).toEqual(found);
});

const FILLED = `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq, journal_seq, time_ms, fee_rate)
  values (1, 6, 1, 'BTC/USDT', 'buy', 0.04, 1001, 40.04, 0.04004, 11, 1, ${minutes(1)}, 0.001)`;

test.each<[string, string, number | null, string | undefined]>([
  ['was filled', 'filled', null, FILLED],
  ['was cancelled', 'cancelled', 11, undefined],
])(
  'the audit reports a waiting purchase whose order %s long ago, whatever times both rows state',
  async (_, status, endedSeq, fill) => {
    const found = await told(async () => {
      await layTape(() => false);
      await plan(TOMORROW);
      await owner.query(
        `insert into spot_order (book, id, symbol, side, type, quantity, filled_quantity, status, reason, version, armed_seq, held, created_ms,
          updated_ms, fee_rate, fill_age_ms, budget, ended_seq)
        values (1, 6, 'BTC/USDT', 'buy', 'market', 0.04, case $1 when 'filled' then 0.04 else 0 end, $1, case $1 when 'cancelled' then 'price_moved' end, 1, 10, 0, ${dueMs},
          9000000000000, 0.001, 0, 50, $2)`,
        [status, endedSeq],
      );
      await owner.query('alter table spot_fill disable trigger user');
      if (fill !== undefined) await owner.query(fill);
      await purchase(minutes(0), 'ordered');
    });
    expect(found).toEqual(['purchase 6 of book 1']);
  },
);
