/**
 * The database rejects two things from the role that writes the tape: a quote at a later time than its feed gave it, and a
 * simulated run that leaves a gap in which a ticket expires. All statements are plain SQL as the serving role.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { letPass } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

/** A whole second, in the middle of a day. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const DAY = '2026-11-18';

let database: TestDatabase;
let serving: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  serving = new pg.Client({ connectionString: database.url });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([serving.connect(), owner.connect()]);
  // The tickets here are inserted without their money.
  await letPass(async (sql, values) => (await owner.query(sql, values)).rows, ['option_tickets_paid']);
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [NOW]);
  await serving.query(`insert into market_day (day, commitment, public_key, signature, committed_ms)
    values ('${DAY}', sha256('a'), sha256('folder'), sha256('s') || sha256('s'), 0),
      ('${DAY}', sha256('b'), sha256('another'), sha256('s') || sha256('s'), 0)`);
});
afterAll(async () => {
  await Promise.all([serving.end(), owner.end()]);
  await database.drop();
});
beforeEach(() => serving.query('begin'));
afterEach(() => serving.query('rollback'));

const told = (sql: string): Promise<string> =>
  serving.query(sql).then(
    () => 'passed',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );

describe('an entry', () => {
  const entry = (
    seq: number,
    timeMs: number,
    feedTimeMs: number,
    { symbol = 'BTC/USDT', gap = false } = {},
  ) =>
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
      values ('${symbol}', ${seq}, ${timeMs}, ${feedTimeMs}, 1, 1, 1, 0, sha256(''), ${gap})`;

  test.each<[what: string, statement: string, outcome: string]>([
    ['at its feed’s time', entry(2, 2000, 2000), 'passed'],
    ['when it is written late', entry(2, 1500, 1500), 'passed'],
    ['from a feed that is ahead of the clock', entry(2, 2000, 60_000), 'passed'],
    ['after an entry with a later feed time', entry(2, 1000, 1000), 'passed'],
    ['at a later time than its feed’s', entry(2, 2001, 2000), 'tape_at_its_time'],
    ['when it is moved past an expiry', entry(2, 31_500, 29_900), 'tape_at_its_time'],
    ['at an earlier time than the previous entry’s', entry(2, 999, 2000), 'tape_at_its_time'],
    ['with an earlier feed time than the previous entry’s', entry(2, 1000, 999), 'tape_at_its_time'],
    ['as a gap at the time of the silence', entry(2, 5000, 1000, { gap: true }), 'passed'],
    [
      'later than its feed’s time if it is a conversion rate',
      entry(1, 3_600_500, 3_600_000, { symbol: 'JPY/USDT' }),
      'passed',
    ],
    [
      'at a later time than its feed’s, even as the first of its tape',
      entry(1, 2001, 2000, { symbol: 'ETH/USDT' }),
      'tape_at_its_time',
    ],
  ])('is accepted only at the time that its feed gave it: %s', async (_, statement, outcome) => {
    expect(await told(entry(1, 1000, 1000))).toBe('passed');
    expect(await told(statement)).toBe(outcome);
  });
});

describe('a run', () => {
  const END = NOW - 600_000;
  const run = (startedMs: number, { key = 'a', stepMs = '250' } = {}) =>
    `insert into market_run (day, commitment, heads, started_ms, step_ms)
      values ('${DAY}', sha256('${key}'), '{}', ${startedMs}, ${stepMs})`;

  /** Writes a tape that ended ten minutes ago, and an open ticket. */
  async function lay(expiresMs: number, headMs = END): Promise<void> {
    await owner.query('delete from option_ticket');
    await owner.query(
      `insert into tape_head (symbol, seq, time_ms) values ('BTC/USDT', 9, $1), ('ETH/USDT', 9, $2)
        on conflict (symbol) do update set time_ms = excluded.time_ms`,
      [headMs, headMs - 250],
    );
    await owner.query(
      `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
          stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl)
        values (1, 1, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 10, 0.8, 8, 10, 8, 'open', $1, 1, $2, 0)`,
      [expiresMs - 30_000, expiresMs],
    );
  }

  test.each<[what: string, expiresMs: number, statement: string, outcome: string]>([
    ['if it leaves a gap in which a ticket expires', END + 10_000, run(NOW), 'market_run_goes_on'],
    ['after a gap if the ticket’s exit price is known', END - 1000, run(NOW), 'passed'],
    ['where the tape ends', END + 10_000, run(END + 250), 'passed'],
    ['from another folder, which has another key', END + 10_000, run(NOW, { key: 'b' }), 'passed'],
    ['without a pace', END - 1000, run(NOW, { stepMs: 'null' }), 'market_run_paced'],
    ['at another pace', END - 1000, run(NOW, { stepMs: '500' }), 'market_run_paced'],
  ])(
    'is accepted only if it continues the tape at the fixed pace: %s',
    async (_, expiresMs, statement, outcome) => {
      await lay(expiresMs);
      expect(await told(run(END - 60_000))).toBe('passed');
      expect(await told(statement)).toBe(outcome);
    },
  );

  /** The market's clock in the database, relative to the machine's. */
  const clockAt = async (behindMs: number): Promise<number> => {
    const { rows } = await owner.query<{ now: string }>(
      `update clock set base_wall_ms = 0, base_market_ms = -$1::bigint, speed = 1
        returning (extract(epoch from clock_timestamp()) * 1000 - $1::bigint)::bigint as now`,
      [behindMs],
    );
    return Number(rows[0]?.now);
  };
  const paceOf = async (startedMs: number): Promise<number> => {
    const sql = 'select market_pace_ms($1) as pace';
    return (await serving.query<{ pace: number }>(sql, [startedMs])).rows[0]?.pace ?? 0;
  };

  test.each<[what: string, behindMs: number, startedAgoMs: number, paceMs: number]>([
    ['a quarter of a second at the present', 0, 3_600_000, 250],
    ['a quarter of a second if the market clock is ahead', -86_400_000, 3_600_000, 250],
    ['a quarter of a second for the last minutes', 20 * 86_400_000, 329_000, 250],
    ['a quarter of an hour for the time that a demo skips', 20 * 86_400_000, 3_600_000, 900_000],
    ['a minute close to the present', 600_000, 3_600_000, 60_000],
  ])('has the pace that follows from the market clock: %s', async (_, behindMs, startedAgoMs, paceMs) => {
    try {
      const now = await clockAt(behindMs);
      await owner.query('delete from option_ticket');
      expect(await paceOf(now - startedAgoMs)).toBe(paceMs);
      await lay(Math.floor(now / 1000) * 1000 + 10_000, now);
      // With an open ticket, each quarter of a second is on the tape.
      expect(await paceOf(now - startedAgoMs)).toBe(250);
    } finally {
      await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [NOW]);
    }
  });

  test('is accepted at the current time if another feed has continued the tape', async () => {
    await lay(NOW - 86_400_000 + 10_000, NOW - 86_400_000);
    expect(await told(run(END - 60_000))).toBe('passed');
    expect(await told(run(NOW))).toBe('passed');
  });
});
