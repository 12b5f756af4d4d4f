/**
 * The database itself computes the USDT value of a stake, and thus the house's possible loss. The tests run plain SQL as the
 * serving role.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const NOW = 1_800_000_000_000;
let database: TestDatabase;
let serving: pg.Client;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  serving = new pg.Client({ connectionString: database.url });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await Promise.all([serving.connect(), owner.connect()]);
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [NOW]);
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select symbol, seq, $1::bigint - (7 - seq) * 2000, $1::bigint - (7 - seq) * 2000, bid + seq, bid + seq + 1, bid + seq, 0, sha256('')
      from (values ('BTC/USDT', 50000), ('ETH/USDT', 3000)) as s (symbol, bid), generate_series(1, 7) as seq`,
    [NOW],
  );
  await owner.query(
    `insert into tape_minute (symbol, minute_ms, first_seq, last_seq, bid_low, bid_high, ask_low, ask_high, open, high, low, close, volume)
      select symbol, time_ms / 60000 * 60000, min(seq), max(seq), 1, 1, 1, 1, 1, 1, 1, 1, 0 from tape group by symbol, time_ms / 60000`,
  );
});
afterAll(async () => {
  await Promise.all([serving.end(), owner.end()]);
  await database.drop();
});

const HONEST = {
  ...{ currency: `'BTC'`, source: `'option'`, stake: '0.02', profit: '0.016' },
  // 1000.14 is 0.02 at 50007, the bid of the newest entry.
  ...{ stake_usdt: '1000.14', profit_usdt: '800.112' },
};

async function written(change: Readonly<Record<string, string>>, by = serving): Promise<void> {
  const given = { ...HONEST, ...change };
  await by.query(
    `insert into option_ticket (book, id, product, symbol, side, seconds, payout_ratio, status, accepted_ms, accepted_seq, expires_ms, pnl,
        ${Object.keys(given).join(', ')})
      values (0, 77, 'crypto', 'ETH/USDT', 'up', 30, 0.8, 'open', ${NOW}, 7, ${NOW + 30_000}, 0, ${Object.values(given).join(', ')})`,
  );
}

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['at the newest price of its currency', {}, 'written'],
  [
    'at the previous price, within a transaction',
    { stake_usdt: '1000.12', profit_usdt: '800.096' },
    'written',
  ],
  ['at a price from long before', { stake_usdt: '1000.06', profit_usdt: '800.048' }, 'option_ticket_worth'],
  ['at an invented price', { stake_usdt: '10', profit_usdt: '8' }, 'option_ticket_worth'],
  ['with a profit counted as zero', { profit_usdt: '0' }, 'option_ticket_worth'],
  ['with a profit a unit too small', { profit_usdt: '800.11199999' }, 'option_ticket_worth'],
  [
    'of USDT other than its amount',
    { currency: `'USDT'`, stake: '1000', profit: '800', stake_usdt: '100', profit_usdt: '80' },
    'option_ticket_worth',
  ],
  [
    'of USDT equal to its amount',
    { currency: `'USDT'`, stake: '1000', profit: '800', stake_usdt: '1000', profit_usdt: '800' },
    'written',
  ],
  [
    'above the published maximum stake',
    { currency: `'USDT'`, stake: '90000', profit: '72000', stake_usdt: '90000', profit_usdt: '72000' },
    'option_ticket_worth',
  ],
  ['of credit in a currency other than USDT', { source: `'promo'` }, 'option_ticket_worth'],
  ['of a currency without a price', { currency: `'XXX'` }, 'option_ticket_worth'],
])('accepts or rejects the value of a stake %s: %s', async (_, change, told) => {
  await serving.query('begin');
  try {
    await written(change);
    expect('written').toBe(told);
  } catch (error) {
    expect((error as { constraint?: string }).constraint ?? String(error)).toBe(told);
  } finally {
    await serving.query('rollback');
  }
});

test('the audit reports a stake’s value that the owner changed', async () => {
  const found = async (change: Readonly<Record<string, string>>) => {
    await owner.query('begin; set local session_replication_role = replica');
    try {
      await written(change, owner);
      const names = (await breaches(owner)).map(({ invariant }) => invariant);
      return names.some((name) => name.includes('what a stake was worth'));
    } finally {
      await owner.query('rollback');
    }
  };
  expect(await found({})).toBe(false);
  expect(await found({ stake_usdt: '10', profit_usdt: '8' })).toBe(true);
  expect(await found({ profit_usdt: '8' })).toBe(true);
  expect(await found({ stake_usdt: '1000.06', profit_usdt: '800.048' })).toBe(true);
});
