/**
 * The statistics that are published with the fills: immediately refused orders, orders without a fill, and times without quotes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { readRefusedEntry, refusedOf } from '@candor/verifier/fill-quality/refused.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { readQuality } from './statistics.ts';

let database: TestDatabase;
let pool: Pool;
let owner: Pool;
const DAY = '2026-11-19';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
/** A minute by the wall clock that ended long ago. */
const MINUTE = 1_700_000_040_000;

/** BTC entries: seconds after noon, bid (the ask is one higher), and whether it is a gap entry. */
const tape = [
  [0, 100, false],
  [10, 101, false],
  [30, 101, true],
  [40, 101, true],
  [75, 99, false],
  [90, 99, true],
] as const;

const unfilled = (number: number, side: string, reason: string, ended: number | ''): string =>
  `('1', ${number}, ${Math.floor(NOON / 86_400_000)}, 7, 'o', decode('${'ab'.repeat(16)}', 'hex'),
    '${'c'.repeat(64)}|unfilled|spot|BTC/USDT|${side}|market|${reason}|${NOON}|1|500||${ended}|${NOON + 1}')`;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
  owner = createPool(database.ownerUrl, { max: 1 });
  const entries = tape.map(
    ([seconds, bid, gap], at) =>
      `('BTC/USDT', ${at + 1}, ${NOON + seconds * 1000}, ${NOON + seconds * 1000}, ${bid}, ${bid + 1}, ${bid}, 0, sha256(''), ${gap})`,
  );
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap) values ${entries.join(',')}`,
  );
  await owner.query(`insert into tape_minute values
    ('BTC/USDT', ${NOON}, 1, 2, 100, 101, 100, 101, 101, 100, 102, 101, 0),
    ('BTC/USDT', ${NOON + 60_000}, 5, 5, 99, 99, 99, 99, 99, 99, 100, 100, 0)`);
  await owner.query(`insert into public_fill (root, number, day, book, opening, salt, line) values
    ${unfilled(1, 'buy', 'trading_closed', 1)}, ${unfilled(2, 'sell', 'trading_closed', 1)},
    ${unfilled(3, 'buy', 'price_moved', 5)}, ${unfilled(4, 'buy', 'account_frozen', '')}, ${unfilled(5, 'buy', 'account_frozen', 3)}`);
  const refusedAt = (atMs: number, marketMs: number, refused: string) =>
    `(${atMs}, ${marketMs}, 5, 'x', ${refused})`;
  // Inserts records of an earlier minute, which the database would otherwise reject as late.
  await owner.query('alter table command_record disable trigger command_record_in_time');
  await owner.query(`insert into command_record (at_ms, market_ms, commands, packed, refused) values
    ${refusedAt(MINUTE, NOON, `array['spot|BTC/USDT|buy|price_moved', 'spot|BTC/USDT|buy|price_moved']`)},
    ${refusedAt(MINUTE + 1, NOON, 'null')},
    ${refusedAt(MINUTE + 59_999, NOON, `array['contract|||position_closing']`)},
    ${refusedAt(MINUTE + 60_000, NOON + 86_400_000, `array['option|ETH/USDT|up|stake_below_minimum']`)},
    (floor(extract(epoch from clock_timestamp()) * 1000), ${NOON}, 5, 'x', array['spot|BTC/USDT|sell|price_moved'])`);
  await owner.query('alter table command_record enable trigger command_record_in_time');
  await owner.query('select tlog_append(5000)');
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

const counted = [
  { product: 'contract', symbol: '', side: '', reason: 'position_closing', count: 1 },
  { product: 'spot', symbol: 'BTC/USDT', side: 'buy', reason: 'price_moved', count: 2 },
];

test('counts the refusals of a day whose minutes are in the log, and lists days that have only refusals', async () => {
  const { refused, refused_to_ms: toMs, days } = await readQuality(pool, DAY);
  expect(days).toEqual(['2026-11-20', DAY]);
  expect([refused, toMs]).toEqual([counted, MINUTE + 60_000]);
});

test('reports the same refusals as anyone can compute from the entries of the log', async () => {
  const { rows } = await pool.query<{ entry: string }>(
    `select entry from tlog_entry where kind = 'refused' order by index`,
  );
  const entries = rows.flatMap(({ entry }) => readRefusedEntry(entry) ?? []);
  expect(entries).toHaveLength(2);
  expect(refusedOf(entries, DAY, MINUTE + 60_000)).toEqual(counted);
});

test('compares orders without a fill with the first quote a minute later', async () => {
  expect((await readQuality(pool, DAY)).unfilled).toEqual([
    { reason: 'account_frozen', count: 2, gained: 0, lost: 0, undecided: 0 },
    { reason: 'price_moved', count: 1, gained: 0, lost: 0, undecided: 1 },
    { reason: 'trading_closed', count: 2, gained: 1, lost: 1, undecided: 0 },
  ]);
});

test('sums the halts, each from the last quote before a gap to the first quote after it', async () => {
  expect((await readQuality(pool, DAY)).halts).toEqual([
    { symbol: 'BTC/USDT', count: 2, total_ms: 65_000, longest_ms: 65_000, lasting: 1 },
  ]);
});

test.each([
  ['an unknown form', `array['spot|BTC/USDT|buy']`],
  ['a reason that is not a word', `array['spot|BTC/USDT|buy|a;b']`],
  ['a null element', `array[null]::text[]`],
  ['an empty list', `array[]::text[]`],
  ['more texts than commands', `array['spot|||a', 'spot|||a']`],
])('rejects a record of refused orders with %s, which would stop the log', async (_, refused) => {
  const sql = `insert into command_record (market_ms, commands, packed, refused) values (1, 1, 'x', ${refused})`;
  await expect(pool.query(sql)).rejects.toMatchObject({ code: '23514' });
});
