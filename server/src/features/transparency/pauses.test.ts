/** The published pauses in pages, compared with an example tape. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import { readPauseCursor, readPauses } from './pauses.ts';

let database: TestDatabase;
let pool: Pool;
const NOON = Date.parse('2026-11-19T12:00:00Z');
const SILENCES = limits.pausesPage + 10;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
  const asOwner = createPool(database.ownerUrl, { max: 1 });
  await asOwner.query(`insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
    select 'BTC/USDT', n, ${NOON} + n / 2, ${NOON}, 1, 1, 1, 0, sha256(''), n % 2 = 0
    from generate_series(1, ${SILENCES * 2}) as t (n)`);
  await asOwner.query(`insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause,
      reason, refused, refused_count) values
    ('ETH/USDT', 1, ${NOON - 2}, ${NOON}, 1, 1, 1, 0, sha256(''), true, 'reject', 'jump', sha256('x'), 3),
    ('ETH/USDT', 2, ${NOON - 1}, ${NOON}, 1, 1, 1, 0, sha256(''), true, 'halt', 'feed_ended', null, null)`);
  await asOwner.end();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('lists every gap, halt and rejected quote once, newest first', async () => {
  const told = [];
  let cursor;
  for (;;) {
    const page = await readPauses(pool, cursor);
    told.push(...page.pauses);
    if (page.next === null) break;
    expect(page.pauses).toHaveLength(limits.pausesPage);
    cursor = readPauseCursor(page.next);
    expect(cursor).toBeDefined();
  }
  const silences = Array.from({ length: SILENCES }, (_, at) => (SILENCES - at) * 2);
  expect(told.slice(0, -2).map(({ seq, kind }) => [seq, kind])).toEqual(silences.map((seq) => [seq, 'gap']));
  expect(told.slice(-2)).toMatchObject([
    { symbol: 'ETH/USDT', seq: 2, kind: 'halt', reason: 'feed_ended', refused_count: null },
    { symbol: 'ETH/USDT', seq: 1, kind: 'reject', reason: 'jump', refused_count: 3 },
  ]);
});

test.each(['', 'x', '1~BTC/USDT~', '1~btc~2', '1~BTC/USDT~2~3', '99999999999999999~BTC/USDT~1'])(
  'rejects the malformed cursor "%s"',
  (text) => {
    expect(readPauseCursor(text)).toBeUndefined();
  },
);
