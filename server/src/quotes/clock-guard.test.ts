/**
 * Changes of the market clock that the database accepts or rejects from plain SQL as the serving role, for each feed of a demo
 * and for a live platform.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { recordStep } from '@candor/testing/set-forward.ts';
import type { Statement } from '@candor/testing/signing.ts';
import { carryOut } from '@candor/testing/signing.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { openDemoHouse } from '../ledger/book.ts';
import { readClock } from './clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let database: TestDatabase;
let serving: Pool;
let owner: pg.Pool;

beforeEach(async () => {
  database = await freshDatabase();
  serving = createPool(database.url, { max: 2 });
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
});
afterEach(async () => {
  await serving.end();
  await owner.end();
  await database.drop();
});

/** Returns the database's response to several statements in one transaction of the serving role. */
async function told(...statements: Statement[]): Promise<string> {
  return inTransaction(serving, (connection) => carryOut(connection, '', statements)).then(
    () => 'passed',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
}

const ADA = `insert into operator (account, role, person, password_hash, created_ms) values ('ada', 'admin', 'ada', '', 0)`;

const runs = (feed: string | null) =>
  serving.query(
    `insert into leader (role, epoch, owner, beat, feed) values ('market', 1, 'test', clock_timestamp(), $1)
      on conflict (role) do update set feed = excluded.feed`,
    [feed],
  );

const advance = (ms: number) =>
  `update clock set base_market_ms = base_market_ms + ${ms}, ahead_ms = ahead_ms + ${ms}::bigint`;

/** Writes ada's signed record of setting the clock forward by `ms` milliseconds. */
const record =
  (ms: number, step: Partial<Parameters<typeof recordStep>[1]> = {}): Statement =>
  (connection) =>
    recordStep(connection, { fromMs: Date.now(), ms, ...step });

/** The same record without a signature. */
const forged = (ms: number, action = 'clock.forward'): string => {
  const [before, after] = [0, ms].map((add) => ({ market_time: new Date(Date.now() + add).toISOString() }));
  return `insert into audit (time_ms, operator, role, action, subject, before, after)
    values (0, 'ada', 'admin', '${action}', 'clock', '${JSON.stringify(before)}', '${JSON.stringify(after)}')`;
};

const OPENING = `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
  values (0, 1, 'house_opening', 'house:demo', 0, 0, '{custody,equity}', '{USDT,USDT}', '{-1,1}')`;

describe('the clock of a simulated market', () => {
  beforeEach(async () => {
    await openDemoHouse(serving, []);
    await runs('simulated');
  });

  test('can be set forward by an hour or a day with an audit record', async () => {
    expect(await told(record(HOUR), advance(HOUR))).toBe('passed');
    expect(await told(record(DAY, { fromMs: Date.now() + HOUR }), advance(DAY))).toBe('passed');
  });

  test.each<[what: string, statements: Statement[], constraint: string]>([
    ['forward without an audit record', [advance(HOUR)], 'clock_record'],
    ['forward with an unsigned audit record', [forged(HOUR), advance(HOUR)], 'audit_approval_missing'],
    [
      'forward by a step other than the signed one',
      [record(DAY, { signedMs: HOUR }), advance(DAY)],
      'clock_approved',
    ],
    [
      'forward with the audit record of another action',
      [record(HOUR, { action: 'clock.read' }), advance(HOUR)],
      'clock_record',
    ],
    ['forward by a step other than the recorded one', [record(HOUR), advance(DAY)], 'clock_set_forward'],
    ['backward', [record(-HOUR), advance(-HOUR)], 'clock_set_forward'],
    [
      'forward twice with one audit record',
      [record(HOUR), advance(HOUR), advance(HOUR)],
      'clock_set_forward',
    ],
    [
      'forward from a time other than the current one',
      [record(DAY, { fromMs: 0 }), advance(DAY)],
      'clock_set_forward',
    ],
    [
      'forward by its wall clock base only',
      [record(HOUR), `update clock set base_wall_ms = base_wall_ms - ${HOUR}`],
      'clock_set_forward',
    ],
    ['to another speed', [record(HOUR), `update clock set speed = 2`], 'clock_set_forward'],
    ['by deleting its row', ['delete from clock'], 'permission denied for table clock'],
  ])('cannot be set %s', async (_, statements, constraint) => {
    expect(await told(...statements)).toBe(constraint);
  });
});

describe('the clock of a market that was once simulated', () => {
  beforeEach(() => openDemoHouse(serving, []));
  beforeEach(() =>
    owner.query(`with d as (insert into market_day (day, commitment, public_key, signature, committed_ms)
        values (current_date, sha256('key'), sha256('public'), decode(repeat('00', 64), 'hex'), 0) returning *)
      insert into market_run (day, commitment, heads, started_ms, step_ms) select day, commitment, '{}', 0, 250 from d`),
  );

  test.each(['simulated', 'replay', null])(
    'can only be set with an audit record, whatever feed is reported as running (%s)',
    async (feed) => {
      await runs(feed);
      const set = `update clock set base_wall_ms = ${Date.now()}, base_market_ms = ${Date.now() + DAY}, speed = 60`;
      expect(await told(advance(HOUR))).toBe('clock_record');
      expect(await told(set)).toBe('clock_record');
      expect(await told(record(HOUR), set)).toBe('clock_set_forward');
      expect(await told(record(HOUR), advance(DAY))).toBe('clock_set_forward');
      // The house's time follows a simulated market only.
      const passes = feed === 'simulated' ? 'passed' : 'clock_set_forward';
      expect(await told(record(HOUR), advance(HOUR))).toBe(passes);
    },
  );

  test('cannot be set by the leading process', async () => {
    await runs(null);
    const leading = new pg.Pool({ connectionString: database.tapeUrl, max: 1 });
    await expect(leading.query(advance(HOUR))).rejects.toMatchObject({ constraint: 'clock_record' });
    await leading.query(`update leader set feed = 'replay'`);
    await expect(leading.query(advance(HOUR))).rejects.toMatchObject({ constraint: 'clock_record' });
    await leading.end();
  });
});

test('rejects a change of the market clock by the order role in a replay, with or without an audit record', async () => {
  await openDemoHouse(serving, []);
  await runs('replay');
  const taking = createPool(database.appUrl, { max: 1 });
  await expect(taking.query(advance(HOUR))).rejects.toMatchObject({ constraint: 'clock_record' });
  const recorded = inTransaction(taking, (connection) =>
    carryOut(connection, '', [record(HOUR, { keys: serving }), advance(HOUR)]),
  );
  await expect(recorded).rejects.toMatchObject({ constraint: 'clock_set_forward' });
  await taking.end();
});

test('rejects any change of the market clock while the prices are external', async () => {
  await openDemoHouse(serving, []);
  await runs('external');
  for (const ms of [1, HOUR, -1]) {
    expect(await told(advance(ms))).toBe('clock_set_forward');
    expect(await told(record(HOUR), advance(ms))).toBe('clock_set_forward');
  }
});

test.each(['replay', null])(
  'accepts a change of the market clock in a replay (%s) unless it sets the clock behind the tape',
  async (feed) => {
    await runs(feed);
    const set = (ms: number) =>
      `update clock set base_wall_ms = ${Date.now()}, base_market_ms = ${ms}, speed = 60`;
    const at = Date.parse('2017-09-04T00:00:00Z');
    expect(await told(set(at))).toBe('passed');
    await owner.query(`insert into tape_head (symbol, seq, time_ms) values ('BTC/USDT', 1, $1)`, [at + DAY]);
    expect(await told(set(at + HOUR))).toBe('clock_set_forward');
    expect(await told(set(at + DAY))).toBe('passed');
  },
);

describe('a new demo', () => {
  const PAST = -21 * DAY;
  const aheadMs = async () => (await readClock(serving)).aheadMs;

  test('may begin up to sixty days in the past, and returns to the present in steps of whole minutes', async () => {
    await owner.query(advance(PAST));
    expect(await aheadMs()).toBe(PAST);
    await openDemoHouse(serving, []);
    await runs('simulated');
    let fromMs = Date.now() + PAST;
    const step = async (ms: number) => {
      const result = await told(record(ms, { fromMs }), advance(ms));
      if (result === 'passed') fromMs += ms;
      return result;
    };
    expect(await step(7 * 60_000)).toBe('passed');
    expect(await step(61_000)).toBe('clock_set_forward');
    expect(await step(2 * DAY)).toBe('clock_set_forward');
    for (let day = 0; day < 20; day += 1) expect(await step(DAY)).toBe('passed');
    expect(await step(DAY - 60_000)).toBe('clock_set_forward');
    expect(await step(DAY - 7 * 60_000)).toBe('passed');
    expect(await aheadMs()).toBe(0);
    expect(await step(60_000)).toBe('clock_set_forward');
    expect(await step(HOUR)).toBe('passed');
    const { rows } = await owner.query<{ steps: number; ahead: string }>(
      'select count(*)::int as steps, sum(step_ms) as ahead from clock_step',
    );
    expect(rows).toEqual([{ steps: 24, ahead: String(HOUR) }]);
  });

  test.each<[what: string, sql: string]>([
    ['more than sixty days ago', advance(-60 * DAY - 60_000)],
    ['with another market time', `update clock set ahead_ms = ${PAST}`],
    ['in the future', advance(HOUR)],
  ])('cannot begin %s', async (_, sql) => {
    await expect(owner.query(sql)).rejects.toMatchObject({ constraint: 'clock_set_forward' });
  });

  test.each<[what: string, sql: string]>([
    ['an operator', ADA],
    ['an audit record', forged(HOUR, 'denied')],
    ['a step', advance(PAST)],
  ])('cannot begin in the past once there is %s, whichever role asks', async (_, sql) => {
    await owner.query(sql);
    await expect(owner.query(advance(PAST))).rejects.toMatchObject({ constraint: 'clock_set_forward' });
  });

  test('can begin in the past only if the owner of the database sets its clock', async () => {
    expect(await told(advance(PAST))).not.toBe('passed');
    const leading = new pg.Pool({ connectionString: database.tapeUrl, max: 1 });
    await expect(leading.query(advance(PAST))).rejects.toMatchObject({ constraint: 'clock_set_forward' });
    await leading.end();
  });
});

test('keeps every step of its clock, and lets nobody add, change or remove one', async () => {
  await owner.query(advance(-DAY));
  for (const sql of [
    'update clock_step set ahead_ms = 0',
    'delete from clock_step',
    'insert into clock_step (number, wall_ms, step_ms, ahead_ms) values (2, 0, 1, 0)',
  ]) {
    await expect(owner.query(sql)).rejects.toThrow();
    expect(await told(sql)).toBe('permission denied for table clock_step');
  }
});

describe('the clock of a live platform', () => {
  // A platform with a customer and without play money counts as live.
  beforeEach(() => owner.query(ADA));

  test.each(['external', 'replay', 'simulated', null])(
    'cannot be changed, whatever feed is reported as running (%s) and whichever role changes it',
    async (feed) => {
      await runs(feed);
      for (const ms of [HOUR, DAY, 1, -1]) {
        expect(await told(record(ms), advance(ms))).toBe('clock_set_forward');
        await expect(owner.query(advance(ms))).rejects.toMatchObject({
          // Without an audit record, an older guard for simulated markets rejects the change first.
          constraint: feed === 'simulated' ? 'clock_record' : 'clock_set_forward',
        });
      }
      expect(await told(record(HOUR), 'update clock set speed = 2')).toBe('clock_set_forward');
    },
  );

  test('cannot be unlocked by adding play capital, which would make the platform a demo', async () => {
    expect(await told(OPENING)).toBe('no_play_capital');
    await expect(owner.query(OPENING)).rejects.toMatchObject({ constraint: 'no_play_capital' });
  });
});
