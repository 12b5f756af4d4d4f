/**
 * The database quickly checks who bears the losses of a customer with hundreds of positions on both sides, however many of them
 * close together.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { UNPAID, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const NOW = 1_800_000_000_000;
const HEAD = 100;
const SIDES = 200;
const PAST = 3000;

let database: TestDatabase;
let serving: pg.Client;
/**
 * Creates two customers, each with equally many longs and shorts opened at 20,000 before the price rose to 21,000. The second
 * customer has a long history.
 */
beforeAll(async () => {
  database = await freshDatabase();
  // These closings move no money, because only the check of how losses are shared is measured.
  await allowBareJournals(database, UNPAID);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [NOW + 200]);
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select 'BTC/USDT', s, $1::bigint - ($2 - s) * 500, $1::bigint - ($2 - s) * 500, p, p, p, 0, sha256('')
      from generate_series(1, $2::int) s, lateral (select case s when $2 then 21000 else 20000 end as p)`,
    [NOW, HEAD],
  );
  // The first customer's longs are opened at 21,000, so they gained nothing and the house accounts bear all losses.
  const openings = `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral,
      entry_price, entry_seq, entry_ms, open_fee, fee_rate, financing_rate, initial_margin, margin, rate, placed_rate, open_rate,
      financing, financed_ms, nights, warned, armed, realised_pnl, closes, created_ms, created_seq, fill_age_ms, updated_ms, closed_ms,
      placed_day, opened_day, staked, added)
    select b.book, s, 'contract', 'BTC/USDT', case when s > $2::int then 'short' else 'long' end, 'market', b.status, 1,
      case b.status when 'open' then 1 else 0 end, 100, 'contract', case when b.book = 1 and s <= $2::int then 21000 else 20000 end,
      50, $1, 0, 0, 0, 200, case b.status when 'open' then 200 else 0 end, 1, 1, 1, 0, $1, '[]', 0, '{"margin":[1,"50"]}', 0,
      b.closes, $1, 50, 1000, $1, b.closed_ms, 1, 1, 200, '[]'
    from unnest($3::bigint[], $4::text[], $5::bigint[], $6::jsonb[]) as b (book, status, closed_ms, closes), generate_series($7::int, $8::int) s`;
  const past = JSON.stringify([closing(50, { price: '20000', pnl: '0', tape_seq: '60', journal_seq: '1' })]);
  const opened = NOW - 25_000;
  await owner.query(openings, [
    opened,
    SIDES,
    [1, 2],
    ['open', 'open'],
    [null, null],
    ['[]', '[]'],
    1,
    2 * SIDES,
  ]);
  // The history is inserted already closed, which the trigger would reject.
  await owner.query('alter table position disable trigger position_began');
  await owner.query(openings, [opened, 0, [2], ['closed'], [NOW - 20_000], [past], 1000, 1000 + PAST]);
  await owner.query('analyze position');
  await owner.end();
  serving = new pg.Client({ connectionString: database.appUrl });
  await serving.connect();
});
afterEach(() => serving.query('rollback'));
afterAll(async () => {
  await serving.end();
  await database.drop();
});

/** Returns a closing record, of a short by default. */
function closing(id: number, more: object): object {
  return {
    ...{
      quantity: '1',
      price: '21000',
      tape_seq: String(HEAD),
      rate: '1',
      rate_seq: null,
      pnl: '-1000',
      fee: '0',
    },
    ...{ financing: '0', shortfall: '0', owed: '0', offset: '0', charge: '0', reason: 'close_out', day: 1 },
    ...{ journal_seq: String(id), time_ms: NOW + 200, ...more },
  };
}

/**
 * Closes every short of a customer in one statement, each with a shortfall beyond its margin. Returns how long the checks took,
 * in milliseconds.
 */
async function closeShorts(book: number, borne: (id: number) => object): Promise<number> {
  const ids = Array.from({ length: SIDES }, (_, at) => SIDES + 1 + at);
  const records = ids.map((id) => JSON.stringify([closing(id, { shortfall: '800', ...borne(id) })]));
  await serving.query('begin');
  const startedMs = performance.now();
  await serving.query(
    `update position p set status = 'closed', reason = 'close_out', open_quantity = 0, margin = 0, realised_pnl = -1000,
      closed_ms = $1, closes = u.closes::jsonb
      from unnest($2::bigint[], $3::text[]) as u (id, closes) where p.book = $4 and p.id = u.id`,
    [NOW + 200, ids, records, book],
  );
  await serving.query(`update position set charge = 800 where book = $1 and id <= $2 and $3`, [
    book,
    SIDES,
    book === 2,
  ]);
  await serving.query('set constraints all immediate');
  return performance.now() - startedMs;
}

const WITHIN_MS = 1000;

test('verifies in under a second two hundred losses borne by the house accounts, if two hundred positions on the other side gained nothing', async () => {
  expect(await closeShorts(1, () => ({}))).toBeLessThan(grantedMs(WITHIN_MS));
}, 240_000);

const charging = (id: number) => ({ charged: [{ position: String(id - SIDES), amount: '800' }] });

test('verifies in under a second two hundred losses borne by two hundred positions on the other side, after thousands of past closings', async () => {
  expect(await closeShorts(2, charging)).toBeLessThan(grantedMs(WITHIN_MS));
}, 240_000);

test('rejects two hundred closings if one of them wrongly charges its loss to the house accounts', async () => {
  const forgets = (id: number): object => (id === SIDES + 57 ? {} : charging(id));
  await expect(closeShorts(2, forgets)).rejects.toThrow(/position 57 of book 2: charged 0, kept 800/);
}, 240_000);
