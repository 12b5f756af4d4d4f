/** Emergency stops that the database rejects, whoever writes: without a record, by the wrong operator, too often, or changed. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { letTestsVouch } from '@candor/testing/signing.ts';
import { beginStopAs, forgetStops, releaseStopAs, stoppedFor, stopsOver } from '@candor/testing/stops.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { stopsInvariants } from './invariants.ts';

let database: TestDatabase;
let pool: Pool;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await letTestsVouch(database.ownerUrl);
  pool = createPool(database.url, { max: 2 });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`insert into tape_head (symbol) values ('BTC/USDT')`);
});
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()]);
  await database.drop();
});

const over = (agoMs?: number) => stopsOver((sql, values = []) => owner.query(sql, values), agoMs);
const newest = async () =>
  (
    await owner.query<{ number: string; target: string; holds: boolean }>(
      `select number, target, until_ms > emergency_stop_now_ms() as holds from emergency_stop order by number desc limit 1`,
    )
  ).rows[0];

describe('a stop', () => {
  it('is rejected without its record, or with a record of another operator, target, cause or time', async () => {
    const bare = `insert into emergency_stop (target, cause, hours, begun_by, person) values ('payouts', 'error', 1, 'theo', 'theo')`;
    await expect(beginStopAs(pool, 'theo', 'payouts', { target: 'product:spot' })).rejects.toMatchObject({
      constraint: 'emergency_stop_record',
    });
    await expect(beginStopAs(pool, 'theo', 'payouts', { cause: 'prices' })).rejects.toMatchObject({
      constraint: 'emergency_stop_record',
    });
    await expect(beginStopAs(pool, 'theo', 'payouts', { hours: 2 })).rejects.toMatchObject({
      constraint: 'emergency_stop_record',
    });
    for (const account of ['sam', 'rosa'])
      await expect(beginStopAs(pool, account, 'payouts')).rejects.toMatchObject({
        constraint: 'emergency_stop_record',
      });
    await expect(pool.query(bare)).rejects.toThrow();
    expect(await newest()).toBeUndefined();
  });

  it('names something that exists, and no side, customer or price', async () => {
    await expect(beginStopAs(pool, 'theo', 'instrument:NONE/USDT')).rejects.toMatchObject({
      constraint: 'emergency_stop_target',
    });
    for (const target of ['product:spot:buy', 'customer:100001', 'product:withdrawals'])
      await expect(beginStopAs(pool, 'theo', target)).rejects.toMatchObject({
        constraint: 'emergency_stop_target_check',
      });
  });

  it('starts now and lasts at most a day, whatever the writer says', async () => {
    for (const columns of ['since_ms', 'until_ms', 'number', 'since_market_ms'])
      await expect(
        pool.query(
          `insert into emergency_stop (target, cause, hours, begun_by, person, ${columns}) values ('payouts', 'error', 1, 'theo', 'theo', 1)`,
        ),
      ).rejects.toThrow(/permission denied/);
    await expect(
      owner.query(`insert into emergency_stop values (1, 'payouts', 'error', 25, 'theo', 'theo', 0, 0, 0)`),
    ).rejects.toThrow();
    await beginStopAs(pool, 'theo', 'payouts');
    expect(await newest()).toEqual({ number: '1', target: 'payouts', holds: true });
    const { rows } = await owner.query<{ lasts: string }>(
      'select until_ms - since_ms as lasts from emergency_stop',
    );
    expect(rows).toEqual([{ lasts: '3600000' }]);
  });

  it('is not begun twice at once, nor twice in a row by one person within a day', async () => {
    await expect(beginStopAs(pool, 'ada', 'payouts')).rejects.toMatchObject({
      constraint: 'emergency_stop_once',
    });
    await over();
    await expect(beginStopAs(pool, 'theo', 'payouts')).rejects.toMatchObject({
      constraint: 'emergency_stop_two_persons',
    });
    await beginStopAs(pool, 'ada', 'payouts');
    await over();
    await beginStopAs(pool, 'theo', 'payouts');
    await beginStopAs(pool, 'theo', 'instrument:BTC/USDT');
    await over();
  });

  it('never changes, and is never deleted or prolonged', async () => {
    await beginStopAs(pool, 'ada', 'product:options');
    for (const sql of [
      'update emergency_stop set until_ms = since_ms',
      `update emergency_stop set target = 'payouts'`,
      'delete from emergency_stop',
      'delete from emergency_stop_approval',
      `insert into emergency_stop_approval (number, said_by, person, said_ms) values (1, 'theo', 'theo', 1)`,
    ])
      await expect(pool.query(sql)).rejects.toThrow(/permission denied|append-only/);
    for (const sql of [
      'update emergency_stop set until_ms = since_ms',
      'update emergency_stop set until_ms = until_ms + 1',
      'update emergency_stop set hours = 24',
      'delete from emergency_stop',
      'truncate emergency_stop cascade',
    ])
      await expect(owner.query(sql)).rejects.toThrow(/stays as it is|append-only/);
  });
});

describe('the release of a stop', () => {
  it('takes two persons with a record each, of those who may begin one', async () => {
    await expect(
      pool.query(
        `insert into emergency_stop_approval (number, said_by, person) select max(number), 'theo', 'theo' from emergency_stop`,
      ),
    ).rejects.toMatchObject({ constraint: 'emergency_stop_approval_record' });
    for (const account of ['sam', 'rosa'])
      await expect(releaseStopAs(pool, account)).rejects.toMatchObject({
        constraint: 'emergency_stop_approval_record',
      });
    await releaseStopAs(pool, 'ada');
    await releaseStopAs(pool, 'ada');
    expect(await newest()).toMatchObject({ holds: true });
    await releaseStopAs(pool, 'ines');
    expect(await newest()).toMatchObject({ target: 'product:options', holds: false });
  });

  it('is rejected once the stop is over', async () => {
    await expect(releaseStopAs(pool, 'theo')).rejects.toMatchObject({
      constraint: 'emergency_stop_approval_counts',
    });
  });
});

describe('the invariant', () => {
  const found = async () => {
    const [invariant] = stopsInvariants;
    const { rows } = await owner.query<Record<string, string>>(invariant?.sql ?? '');
    return rows.map((row) => Object.values(row)[0]);
  };

  it('holds for stops with records, of which two persons ended those that ended early', async () => {
    await forgetStops((sql, values = []) => owner.query(sql, values));
    await beginStopAs(pool, 'ada', 'product:loans');
    expect(await found()).toEqual([]);
  });

  it('finds a stop without a record, one that ended early, and what was opened during one', async () => {
    await over();
    await stoppedFor((sql, values = []) => owner.query(sql, values), 'product:exchange', 60_000);
    await owner.query('alter table exchange disable trigger user');
    await owner.query(
      `insert into exchange (book, id, from_currency, to_currency, from_amount, to_amount, fee, fee_rate, legs, quoted_ms, time_ms, journal_seq)
        select 7, n, 'USDT', 'BTC', 1, 1, 0, 0, '[]', 0,
          market_now_ms() - case n when 1 then 30000 else 90000 end, n from generate_series(1, 2) n`,
    );
    const [one, two] = (
      await owner.query<{ number: string }>('select number from emergency_stop order by number')
    ).rows;
    expect((await found()).toSorted()).toEqual([
      'exchange 1 of book 7 is opened during a stop of product:exchange',
      `stop ${one?.number} ended before its time`,
      `stop ${two?.number} has no record`,
    ]);
  });
});
