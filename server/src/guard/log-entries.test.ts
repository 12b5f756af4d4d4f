/**
 * Pauses of tapes, their ends and void tickets become entries of the public log, each exactly once and in the order of their
 * times.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // The rows are artificial, so their guards are disabled.
  await owner.query('set session_replication_role = replica');
  await owner.query('alter table option_ticket enable always trigger option_ticket_void_waits');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const entry = (symbol: string, seq: number, timeMs: number, cause?: 'gap' | 'halt') =>
  owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause, reason)
      values ($1, $2, $3, $3, 1, 1, 1, 0, sha256(''), $4, $5, $6)`,
    [
      symbol,
      seq,
      timeMs,
      cause !== undefined,
      cause === 'halt' ? 'halt' : null,
      cause === 'halt' ? 'feed_ended' : null,
    ],
  );
const head = (symbol: string, seq: number) =>
  owner.query(
    `insert into tape_head (symbol, seq, time_ms, feed_time_ms, bid, ask, last, hash)
      values ($1, $2, 0, 0, 1, 1, 1, sha256('')) on conflict (symbol) do update set seq = excluded.seq`,
    [symbol, seq],
  );
const appended = async (atMost: number): Promise<string[]> => {
  const { rows } = await owner.query<{ entry: string }>(
    `select entry from tlog_append($1) where entry ~ '^candor-(pause|resume|void)-' order by index`,
    [atMost],
  );
  return rows.map(({ entry: text }) => text);
};

test('logs each pause and the first quote after it, even if a run appends only some of them', async () => {
  await entry('BTC/USDT', 1, 1000);
  await entry('BTC/USDT', 2, 2000, 'gap');
  await entry('ETH/USDT', 1, 2500, 'halt');
  await entry('BTC/USDT', 3, 3000, 'gap');
  await entry('BTC/USDT', 4, 4000);
  await head('BTC/USDT', 4);
  await head('ETH/USDT', 1);
  expect(await appended(2)).toEqual([
    'candor-pause-v1|BTC/USDT|2|2000|gap|-',
    'candor-pause-v1|ETH/USDT|1|2500|halt|feed_ended',
  ]);
  expect(await appended(10)).toEqual([
    'candor-pause-v1|BTC/USDT|3|3000|gap|-',
    'candor-resume-v1|BTC/USDT|4|4000',
  ]);
  await entry('ETH/USDT', 2, 9_000_000);
  await head('ETH/USDT', 2);
  expect(await appended(10)).toEqual(['candor-resume-v1|ETH/USDT|2|9000000']);
  expect(await appended(10)).toEqual([]);
});

const ticket = (id: number, status: string, reason: string | null, settledMs: number) =>
  owner.query(
    `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit, stake_usdt,
        profit_usdt, status, reason, accepted_ms, accepted_seq, expires_ms, strike, strike_ms, strike_seq, settle, settle_seq, settled_ms, pnl)
      values (100001, $1, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 10, 0.8, 8, 10, 8, $2, $3, 1000, 1, 31000,
        1, 1500, 2, 1, 7, $4, 0)`,
    [id, status, reason, settledMs],
  );

test('logs each void ticket once, without its customer, and no ticket that ended otherwise', async () => {
  await ticket(1, 'void', 'gap_expiry', 32_000);
  await ticket(2, 'tied', null, 32_000);
  expect(await appended(10)).toEqual(['candor-void-v1|BTC/USDT|expiry|7|32000']);
  await ticket(3, 'void', 'gap_expiry', 32_000);
  expect(await appended(10)).toEqual(['candor-void-v1|BTC/USDT|expiry|7|32000']);
  expect(await appended(10)).toEqual([]);
});

test('logs pauses and void tickets that are far older than the logged ones, as a late transaction writes them', async () => {
  await ticket(4, 'void', 'gap_expiry', 172_800_000);
  expect(await appended(10)).toEqual(['candor-void-v1|BTC/USDT|expiry|7|172800000']);
  await ticket(5, 'void', 'gap_expiry', 31_001);
  await entry('SOL/USDT', 1, 1500, 'gap');
  await head('SOL/USDT', 1);
  expect(await appended(10)).toEqual([
    'candor-pause-v1|SOL/USDT|1|1500|gap|-',
    'candor-void-v1|BTC/USDT|expiry|7|31001',
  ]);
});
