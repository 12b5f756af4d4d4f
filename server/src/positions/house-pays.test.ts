/**
 * House accounts with little capital, on a real PostgreSQL. The exposure they accept is limited, and every position closes
 * however little they hold.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../app/breaches.ts';
import { instruments } from '../quotes/catalogue.ts';
import { openProfitsOf } from './open-profit.ts';
import { openThinMarket } from './testing/thin-house.ts';

let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;

const CUSTOMERS = 16;
const HOUSE = { trading: '100000', insurance: '100000', equity: '100000' };

beforeEach(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: CUSTOMERS, own: '20000', house: HOUSE });
  await market.price('20000');
});
afterEach(async () => {
  expect(market.houses.flatMap(({ logged }) => logged)).toEqual([]);
  await market.closeHouses();
  await database.drop();
});

const idOf = (opened: Awaited<ReturnType<typeof market.open>>): bigint => {
  if (!opened.ok) throw new Error(opened.refusal.code);
  return BigInt(opened.value.id);
};
const STRESS = `select sum(amount) from open_stress where side = 'long'`;
const FUNDS = `select funds from house_cover where book = 0`;
const OWED = `select sum(amount - paid) from house_debt where status = 'owed'`;
const wrong = () => breaches(market.house.pool);

test('accepts orders in two processes up to the limit, and returns the largest quantity still accepted', async () => {
  // Half of the 300,000 may be committed to one side, which is 37.5 BTC at 20,000.
  const quantities = ['7', '3', '0.5', '2', '5', '1', '4', '0.25'];
  const answers = await Promise.all(
    market.books.flatMap((book, at) =>
      [0, 1].map((turn) =>
        market.open(book, { quantity: amount(quantities[(at + turn) % 8] as string) }, at + turn),
      ),
    ),
  );
  const stress = await market.sum(STRESS);
  // The fees of the openings belong to the house accounts too.
  const bound = (await market.sum(FUNDS)) / 2n;
  expect(stress).toBeLessThanOrEqual(bound);
  expect(stress).toBeGreaterThan((bound * 9n) / 10n);
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
  expect(refused.length).toBeGreaterThan(0);
  for (const { code, params } of refused) {
    expect(code).toBe('liquidity_insufficient');
    expect(Number(params?.['max'])).toBeGreaterThanOrEqual(0);
  }
  // The quantity reported as the maximum is accepted.
  const [book] = market.books as [bigint];
  const asked = await market.open(book, { quantity: amount('40') });
  const max = asked.ok ? '' : (asked.refusal.params?.['max'] ?? '');
  if (max !== '0') expect(await market.open(book, { quantity: amount(max) })).toMatchObject({ ok: true });
  expect(await market.open(book, { side: 'short' })).toMatchObject({ ok: true });
  expect(await wrong()).toEqual([]);
});

test('includes the profit or loss of open positions in the customer’s equity', async () => {
  const [long, short] = market.books as [bigint, bigint];
  await market.open(long, { quantity: amount('2') });
  await market.open(short, { quantity: amount('1'), side: 'short' });
  await market.price('20500', '20510');
  const quoteOf = () => ({ bid: amount('20500'), ask: amount('20510') });
  const deps = { pool: market.house.pool, instruments, quoteOf };
  const profitOf = async (book: bigint, of = deps) => (await openProfitsOf(of, [book])).get(book) ?? 0n;
  const gained = await profitOf(long);
  expect(gained).toBe(await market.sum('select sum(amount) from open_profit'));
  expect(formatAmount(gained)).toBe('1000');
  expect(formatAmount(await profitOf(short))).toBe('-510');
  expect((await openProfitsOf({ ...deps, quoteOf: () => undefined }, [long])).get(long)).toBe(0n);
});

test('opens only the resting orders that are covered when they fire', async () => {
  await market.price('20010');
  const price = amount('20000');
  const resting: [bigint, bigint][] = [];
  for (const book of market.books) {
    resting.push([book, idOf(await market.open(book, { quantity: amount('5'), price }))]);
  }
  await market.price('19999', '20000');
  for (const [book, id] of resting) await market.fireHere(book, id, 'limit');
  expect(formatAmount(await market.sum(STRESS))).toBe('140000');
  const reasons = await market.house.owner<{ reason: string }>(
    `select distinct reason from position where status = 'cancelled'`,
  );
  expect(reasons).toEqual([{ reason: 'liquidity_insufficient' }]);
  expect(await wrong()).toEqual([]);
});

test('pays winners from all house accounts together if one lacks money, and closes bankrupt positions', async () => {
  const winners = [];
  for (const book of market.books.slice(0, 7)) {
    winners.push([book, idOf(await market.open(book, { quantity: amount('5') }))] as const);
  }
  const losers = [];
  for (const book of market.books.slice(7, 10)) {
    losers.push([book, idOf(await market.open(book, { quantity: amount('5'), side: 'short' }))] as const);
  }
  await market.price('26000');
  for (const [book, id] of winners) {
    expect(await market.close(book, id)).toMatchObject({ ok: true, value: { pnl: '30000' } });
  }
  for (const [book, id] of losers) await market.fireHere(book, id, 'margin');
  const open = await market.sum(`select count(*) from position where status <> 'closed'`);
  expect(open).toBe(0n);
  expect(await market.sum(OWED)).toBe(0n);
  expect(await wrong()).toEqual([]);
});

test('closes a position while all house accounts are empty, and pays the recorded debt before accepting new positions', async () => {
  const winners = [];
  for (const book of market.books.slice(0, 7)) {
    winners.push([book, idOf(await market.open(book, { quantity: amount('5') }))] as const);
  }
  const [loser] = market.books.slice(7) as [bigint];
  const short = idOf(await market.open(loser, { quantity: amount('5'), side: 'short' }));
  const waiting = idOf(await market.open(loser, { price: amount('19000') }));
  // The price moves far beyond the assumed stress: profits of 2,100,000 are owed from 300,000.
  await market.price('80000');
  const answers = await Promise.all(winners.map(([book, id]) => market.close(book, id)));
  for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { pnl: '300000' } });
  expect(await market.sum(FUNDS)).toBe(0n);
  const owed = await market.sum(OWED);
  expect(owed).toBeGreaterThan(amount('1700000'));
  expect((await wrong()).map(({ invariant }) => invariant.slice(0, 4))).toEqual(['L11:']);
  // A bankrupt position closes although the insurance is empty, and the money it brings pays debts.
  await market.fireHere(loser, short, 'margin');
  const brought = await market.sum(FUNDS);
  expect(brought).toBeGreaterThan(0n);
  expect(await market.keepCover()).toBe(owed - brought);
  expect(await market.sum(FUNDS)).toBe(0n);
  // Meanwhile, neither a market order nor a resting order opens a position.
  expect(await market.open(loser, { quantity: amount('0.001') })).toMatchObject({
    refusal: { code: 'liquidity_insufficient', params: { max: '0' } },
  });
  await market.price('18990');
  await market.fireHere(loser, waiting, 'limit');
  // Money arrives in two parts.
  const bring = (account: string, given: string, seq: number) =>
    market.house.owner(
      `with moved as (update book set seq = seq + 1 where id = 0)
        insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        values (0, $3, 'house_opening', 'house:demo', 0, 0, array['custody', $1::account]::account[], '{USDT,USDT}',
          array[-$2::numeric, $2::numeric])`,
      [account, given, seq],
    );
  await bring('equity', '1000000', 2);
  expect(await market.keepCover()).toBe(owed - brought - amount('1000000'));
  await bring('insurance', '1000000', 3);
  expect(await market.keepCover()).toBe(0n);
  const paid = await market.house.owner<{ whole: boolean }>(
    `select bool_and(p.realised_pnl = 300000 and d.status is distinct from 'owed') as whole from position p
      left join house_debt d on d.book = p.book and d.position = p.id where p.side = 'long' and p.entry_price is not null`,
  );
  expect(paid).toEqual([{ whole: true }]);
  expect(await market.open(loser, { quantity: amount('0.001') })).toMatchObject({ ok: true });
  expect(await wrong()).toEqual([]);
});

test('pays a customer’s winner from the customer’s loser when both are closed together', async () => {
  const [book] = market.books as [bigint];
  const ids = [await market.open(book, {}), await market.open(book, { side: 'short' })].map(idOf);
  await market.price('20150');
  const closed = await market.closeAll(book);
  expect(closed).toMatchObject({ ok: true, value: ids.map((id) => ({ id: id.toString(), refusal: null })) });
  expect(await market.sum(OWED)).toBe(0n);
  expect(await wrong()).toEqual([]);
});
