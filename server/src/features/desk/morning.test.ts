/** The morning view: what it counts since the evening before, and what it leaves out. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/domain/time.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { demandGuard } from '@candor/testing/guard-demanded.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import type { CaseSource } from '../../operators/cases.ts';
import { withdrawalCases } from '../withdrawals/work-queue.ts';
import { morningOf } from './morning.ts';

/** Nine o'clock on a Wednesday. The market of a replay is years behind. */
const NOW_MS = Date.UTC(2026, 10, 25, 9);
const MARKET_MS = Date.UTC(2017, 10, 22, 9);
const EVENING_MS = NOW_MS - 15 * HOUR_MS;
const CUSTOMER = 200_001;
const TABLES =
  'audit, guard_freeze, guard_subject, guard_party, guard_approval, books_breach, tape, tape_head, option_ticket, withdrawal';

let database: TestDatabase;
let pool: Pool;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.doorUrl, { max: 4 });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await demandGuard(owner);
  // Rows as a platform has them, without the story that leads to each.
  await owner.query('set session_replication_role = replica');
});
beforeEach(async () => {
  await owner.query(`truncate ${TABLES} cascade`);
  // The guard's newest run found the books in order.
  await owner.query(`delete from guard_run; insert into guard_run (number, began_ms, server_started, audit_seq, appended, in_time, ended_ms, held)
      select 7, guard_now_ms(), pg_postmaster_start_time(), 0, p.appends, true, guard_now_ms(), true from tlog_progress p;
    update guard_beat set held_run = 7, run = 7, beat_ms = guard_now_ms()`);
});
afterAll(async () => {
  await owner.end();
  await pool.end();
  await database.drop();
});

const cases: readonly CaseSource[] = [
  withdrawalCases,
  { ...withdrawalCases, kind: 'loan', waiting: `${withdrawalCases.waiting} and false` },
];
const clocks = { now: () => NOW_MS, wallNow: () => NOW_MS, marketNow: () => MARKET_MS };
const morning = (fromMs = EVENING_MS) => morningOf({ pool, cases, ...clocks }, fromMs);
const unusual = async () =>
  (await morning()).unusual.map(({ kind, what, detail, count, until }) => ({
    kind,
    what,
    detail,
    count,
    until,
  }));
const seconds = (ms: number) => ms / 1000;

const record = (seq: number, operator: string, action: string, atMs: number, signed = true) =>
  owner.query(
    `insert into audit (seq, time_ms, operator, role, action, subject, hash, xid, approval)
      values ($1, $2, $3, 'reviewer', $4, 'customer:1', sha256(''), '1', $5)`,
    [seq, atMs, operator, action, signed ? JSON.stringify({ nonce: seq }) : null],
  );

test('groups the signed decisions since the evening by operator and kind, the newest first', async () => {
  await record(1, 'rosa', 'kyc.approve', EVENING_MS - 1);
  await record(2, 'rosa', 'kyc.approve', EVENING_MS);
  await record(3, 'theo', 'deposit.approve', EVENING_MS + HOUR_MS);
  await record(4, 'rosa', 'kyc.approve', EVENING_MS + 2 * HOUR_MS);
  await record(5, 'sam', 'customers.read', EVENING_MS + 3 * HOUR_MS, false);
  const { decided, more, since } = await morning();
  expect(decided).toEqual([
    ...[{ operator: 'rosa', role: 'reviewer', action: 'kyc.approve', count: 2 }].map((one) => ({
      ...one,
      newest_at: seconds(EVENING_MS + 2 * HOUR_MS),
    })),
    {
      ...{ operator: 'theo', role: 'reviewer', action: 'deposit.approve', count: 1 },
      newest_at: seconds(EVENING_MS + HOUR_MS),
    },
  ]);
  expect(more).toBe(false);
  expect(since).toBe(seconds(EVENING_MS));
});

test('reports at most forty kinds of decisions, and says that there are more', async () => {
  for (let at = 1; at <= 41; at += 1) {
    // One connection.
    // oxlint-disable-next-line no-await-in-loop
    await record(at, `operator${at}`, 'kyc.approve', EVENING_MS + at);
  }
  const { decided, more } = await morning();
  expect(decided).toHaveLength(40);
  expect(decided[0]?.operator).toBe('operator41');
  expect(more).toBe(true);
});

test.each([
  ['a year ago', NOW_MS - 365 * DAY_MS, NOW_MS - 7 * DAY_MS],
  ['later than now', NOW_MS + DAY_MS, NOW_MS],
])(
  'reports since a week ago at most, and not since the future, if asked for %s',
  async (_, fromMs, sinceMs) => {
    expect((await morning(fromMs)).since).toBe(seconds(sinceMs));
  },
);

const withdrawal = (id: number, status: string, requestedMs: number, isLarge: boolean, decidedMs?: number) =>
  owner.query(
    `insert into withdrawal (book, id, currency, network, address_id, address, amount, fee, status, version, requested_ms, deadline_ms,
        needs_second, first_by, second_by, approved_ms, paid_reference, decided_by, decided_ms)
      select $1::bigint, $2::bigint, 'USDT', 'tron', 1, 'T', 70000, 1, $3::text, 1, $4::bigint, $4::bigint + 3600000, $5, b.by, b.by, case when b.by is null then null else $4::bigint end,
        case when b.by is null then null else ($1::bigint)::text end, b.by, $6::bigint
      from (select case when $3::text = 'success' then 'theo' end as by) b`,
    [CUSTOMER + id, id, status, requestedMs, isLarge, decidedMs ?? null],
  );

test('reports the queues in which something waits, and the withdrawals that take two operators', async () => {
  await withdrawal(1, 'under_review', NOW_MS - 3 * DAY_MS, true);
  await withdrawal(2, 'under_review', NOW_MS - MINUTE_MS, false);
  await withdrawal(3, 'success', EVENING_MS - DAY_MS, true, EVENING_MS + HOUR_MS);
  await withdrawal(4, 'success', EVENING_MS - 2 * DAY_MS, true, EVENING_MS - HOUR_MS);
  const { waiting, unusual: found } = await morning();
  expect(waiting).toEqual([
    { kind: 'withdrawal', count: 2, overdue: 1, oldest_since: seconds(NOW_MS - 3 * DAY_MS) },
  ]);
  expect(found).toEqual([
    {
      ...{
        kind: 'large_withdrawal',
        what: '3',
        detail: 'success',
        customer: String(CUSTOMER + 3),
        count: null,
      },
      ...{
        amount: '70000',
        currency: 'USDT',
        at: seconds(EVENING_MS - DAY_MS),
        until: seconds(EVENING_MS + HOUR_MS),
      },
    },
    {
      ...{
        kind: 'large_withdrawal',
        what: '1',
        detail: 'under_review',
        customer: String(CUSTOMER + 1),
        count: null,
      },
      ...{ amount: '70000', currency: 'USDT', at: seconds(NOW_MS - 3 * DAY_MS), until: null },
    },
  ]);
});

test('reports freezes and breaches that last or ended since the evening', async () => {
  await owner.query(
    `insert into guard_freeze (number, reason, since_ms, until_ms) values (1, 'L4', 1, $1::bigint - 1), (2, 'silence', 1, $1), (3, 'L1', 2, null)`,
    [EVENING_MS],
  );
  await owner.query(
    `insert into books_breach (invariant, detail, found_ms, cleared_ms)
      values ('L4: old', 'a', 1, 2), ('L1: sums', 'USDT: 3', 2000, null), ('L4: holds', 'b', 1000, $1)`,
    [EVENING_MS],
  );
  expect(await unusual()).toEqual([
    { kind: 'freeze', what: 'L1', detail: null, count: null, until: null },
    { kind: 'freeze', what: 'silence', detail: null, count: null, until: seconds(EVENING_MS) },
    { kind: 'breach', what: 'L4: holds', detail: 'b', count: null, until: seconds(EVENING_MS) },
    { kind: 'breach', what: 'L1: sums', detail: 'USDT: 3', count: null, until: null },
  ]);
});

test('reports a guard that has not found the books in order for too long', async () => {
  expect(await unusual()).toEqual([]);
  await owner.query('update guard_run set ended_ms = ended_ms - 200000');
  expect(await unusual()).toMatchObject([{ kind: 'guard_silent', what: '' }]);
});

const entry = (symbol: string, seq: number, timeMs: number, gap = false, cause: string | null = null) =>
  owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause, reason, refused, refused_count)
      values ($1, $2, $3, $3, 1, 1, 1, 0, sha256(''), $4, $5::text, case when $5 is null then null else 'jump' end,
        case $5 when 'reject' then sha256('') end, case $5 when 'reject' then 1 end)`,
    [symbol, seq, timeMs, gap, cause],
  );
const head = (symbol: string, { seq = 9, halted = false, agoSeconds = 0 } = {}) =>
  owner.query(
    `insert into tape_head (symbol, seq, time_ms, halted, halted_because, written_at)
      values ($1, $2, $3, $4, case when $4 then 'gap' end, clock_timestamp() - $5 * interval '1 second')`,
    [symbol, seq, MARKET_MS, halted, agoSeconds],
  );

test('counts the halts of open markets by symbol, each from a quote to the next', async () => {
  const evening = MARKET_MS - 15 * HOUR_MS;
  await head('BTC/USDT');
  await entry('BTC/USDT', 1, evening - 2);
  await entry('BTC/USDT', 2, evening - 1, true);
  await entry('BTC/USDT', 3, evening);
  await entry('BTC/USDT', 4, evening + 1000, true, 'reject');
  await entry('BTC/USDT', 5, evening + 2000, true);
  await entry('BTC/USDT', 6, evening + 3000, true);
  await entry('BTC/USDT', 7, evening + 5000);
  await entry('BTC/USDT', 8, evening + 6000, true);
  await entry('BTC/USDT', 9, evening + 8000);
  await head('ETH/USDT', { halted: true });
  await entry('ETH/USDT', 1, evening);
  await entry('ETH/USDT', 2, evening + 1000, true);
  expect(await unusual()).toEqual([
    { kind: 'halt', what: 'BTC/USDT', detail: null, count: 2, until: seconds(evening + 8000) },
    { kind: 'halt', what: 'ETH/USDT', detail: 'gap', count: 1, until: null },
  ]);
});

test('does not report a market that is closed for the weekend', async () => {
  const saturday = Date.UTC(2017, 10, 18, 12);
  const found = async (fromMs: number) =>
    (await morning(fromMs)).unusual.map(({ kind, what }) => `${kind} ${what}`);
  await head('EUR/USD', { halted: true });
  await entry('EUR/USD', 1, saturday - DAY_MS);
  await entry('EUR/USD', 2, saturday, true);
  await entry('EUR/USD', 3, saturday + 3 * DAY_MS);
  expect(await found(NOW_MS - 6 * DAY_MS)).toEqual([]);
  await entry('EUR/USD', 4, saturday + 3 * DAY_MS + 1000, true);
  expect(await found(NOW_MS - 6 * DAY_MS)).toEqual(['halt EUR/USD']);
});

test('reports a feed whose newest entry is older than it may be, and no one that is halted', async () => {
  await head('BTC/USDT', { agoSeconds: 60 });
  await head('ETH/USDT');
  await head('XRP/USDT', { agoSeconds: 60, halted: true });
  await head('SOL/USDT', { agoSeconds: 60, seq: 0 });
  expect(await unusual()).toEqual([
    { kind: 'silent', what: 'BTC/USDT', detail: null, count: null, until: null },
  ]);
});

test('does not report the feed of a market that is closed', async () => {
  await head('EUR/USD', { agoSeconds: 60 });
  expect(await unusual()).toMatchObject([{ kind: 'silent', what: 'EUR/USD' }]);
  const saturday = { ...clocks, marketNow: () => MARKET_MS + 3 * DAY_MS };
  expect(
    (await morningOf({ pool, cases, ...saturday }, EVENING_MS)).unusual.map(
      ({ kind, what }) => `${kind} ${what}`,
    ),
  ).toEqual([]);
});

test('adds up the stakes of void options by symbol, without those of customers who started over', async () => {
  const evening = MARKET_MS - 15 * HOUR_MS;
  const ticket = (id: number, reason: string, settledMs: number) =>
    owner.query(
      `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit, stake_usdt,
          profit_usdt, status, reason, accepted_ms, accepted_seq, expires_ms, settled_ms, pnl)
        values ($1, $2, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 12.5, 0.8, 10, 12.5, 10, 'void', $3, 0, 1, 30000, $4, 0)`,
      [CUSTOMER, id, reason, settledMs],
    );
  await ticket(1, 'gap_strike', evening - 1);
  await ticket(2, 'gap_strike', evening);
  await ticket(3, 'gap_strike', evening + HOUR_MS);
  await ticket(4, 'start_over', evening + HOUR_MS);
  expect((await morning()).unusual).toEqual([
    {
      ...{
        kind: 'voids',
        what: 'BTC/USDT',
        detail: null,
        customer: null,
        count: 2,
        amount: '25',
        currency: 'USDT',
      },
      ...{ at: seconds(evening + HOUR_MS), until: null },
    },
  ]);
});
