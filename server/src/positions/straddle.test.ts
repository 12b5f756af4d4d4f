/**
 * Two opposite positions of one customer across gaps, on a real PostgreSQL. The shortfall of one position is charged to the
 * other, in whichever order they close.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { breaches } from '../app/breaches.ts';
import { openThinMarket } from './testing/thin-house.ts';

let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let taken = 0;
let book: bigint;

const OWN = amount('100000');
const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 80, own: '100000', house: HOUSE });
});
beforeEach(async () => {
  book = market.books[(taken += 1)] as bigint;
  await market.price('20000');
});
afterAll(async () => {
  expect(await breaches(market.house.pool)).toEqual([]);
  expect(market.house.logged).toEqual([]);
  await market.closeHouses();
  await database.drop();
});

const open = async (side: 'long' | 'short', how: { quantity?: string; leverage?: number } = {}) => {
  const { quantity = '1', leverage = 100 } = how;
  const opened = await market.open(book, { side, quantity: amount(quantity), leverage });
  if (!opened.ok) throw new Error(opened.refusal.code);
  return BigInt(opened.value.id);
};
/** Returns the customer's total result once no position is open. */
const gained = async (): Promise<string> => {
  const held = await market.sum(`select sum(amount) from balance where book = ${book}`);
  return formatAmount(held - OWN);
};
const insured = () => market.sum(`select sum(amount) from house_balance where account = 'insurance'`);
const done = async (answer: Promise<{ readonly ok: boolean }>) =>
  expect(await answer).toMatchObject({ ok: true });

/** The fees of both positions: the opening on 20,000 each, and the closing on 21,000 each. */
const FEES = '-41';

test('charges the loser’s shortfall to the other side’s gain when the loser is liquidated first', async () => {
  const [long, short] = [await open('long'), await open('short')];
  const before = await insured();
  await market.price('21000');
  await done(market.fireHere(book, short, 'margin'));
  // The loss uses up the margin of 200. The remaining 800 and the fee are charged.
  expect(await market.sum(`select charge from position where id = ${long}`)).toBe(amount('810.5'));
  await done(market.close(book, long));
  expect(await gained()).toBe(FEES);
  expect(await insured()).toBe(before);
});

test('takes back the gain when the loser closes after the gain was paid', async () => {
  const [long, short] = [await open('long'), await open('short')];
  const before = await insured();
  await market.price('21000');
  await done(market.close(book, long));
  await done(market.fireHere(book, short, 'margin'));
  expect(await gained()).toBe(FEES);
  expect(await insured()).toBe(before);
});

test('yields the same total whether the sides are closed together, in parts, in several positions or in either direction', async () => {
  const ids = [await open('long', { quantity: '0.6' }), await open('long', { quantity: '0.4' })];
  const short = await open('short');
  await market.price('21000');
  await done(market.close(book, ids[0] as bigint, amount('0.3')));
  await done(market.fireHere(book, short, 'margin'));
  await done(market.close(book, ids[1] as bigint, amount('0.1')));
  await done(market.closeAll(book));
  expect(await gained()).toBe(FEES);

  book = market.books[(taken += 1)] as bigint;
  await market.price('20000');
  await open('long');
  await open('short');
  await market.price('19000');
  await done(market.closeAll(book));
  expect(await gained()).toBe('-39');
});

test('keeps the charge if the price returns, so that there is no free bet', async () => {
  const [long, short] = [await open('long', { leverage: 10 }), await open('short')];
  await market.price('21000');
  await done(market.fireHere(book, short, 'margin'));
  await market.price('20000');
  // The charge of 810.5 is paid from the other position's margin of 2,000, as if the gain had been realised in the gap.
  await done(market.close(book, long));
  expect(await gained()).toBe(formatAmount(-amount('1040.5')));
});

test('raises the liquidation level of a charged long, and the database accepts the liquidation at that level', async () => {
  const [long, short] = [await open('long', { leverage: 10 }), await open('short')];
  await market.price('21000');
  await done(market.fireHere(book, short, 'margin'));
  // The position owes 810.5 of its margin of 2,000. A loss of 189.5 leaves it with half of the margin; without the charge, that
  // would take a loss of 1,000.
  await market.price('19800');
  await done(market.fireHere(book, long, 'margin'));
  expect(await market.sum(`select count(*) from position where id = ${long} and reason = 'close_out'`)).toBe(
    amount('1'),
  );
});

test('charges no position that did not gain, such as one opened after the gap or one of another instrument or customer', async () => {
  const short = await open('short');
  const before = await insured();
  await market.price('21000');
  const late = await open('long');
  await done(market.fireHere(book, short, 'margin'));
  expect(before - (await insured())).toBe(amount('810.5'));
  expect(await market.sum(`select charge from position where id = ${late}`)).toBe(0n);
  await market.price('21100');
  await done(market.close(book, late));
});

test('charges for a gain that was already paid out only up to the customer’s available money', async () => {
  const [long, short] = [await open('long'), await open('short')];
  const before = await insured();
  await market.price('21000');
  await done(market.close(book, long));
  // First, all available money is put into another position.
  const free = await market.sum(`select amount from balance where book = ${book} and account = 'contract'`);
  await open('long', { quantity: '9.2', leverage: 2 });
  const left = await market.sum(`select amount from balance where book = ${book} and account = 'contract'`);
  expect(left).toBeLessThan(free);
  await done(market.fireHere(book, short, 'margin'));
  const paid = before - (await insured());
  expect(paid).toBe(left < amount('810.5') ? amount('810.5') - left : 0n);
  await done(market.closeAll(book));
});

test('rejects SQL that drops a charge, or leaves to the house a shortfall that the other side must bear', async () => {
  const [long, short] = [await open('long'), await open('short')];
  await market.price('21000');
  await done(market.fireHere(book, short, 'margin'));
  const change = (set: string, id: bigint) =>
    inTransaction(market.house.pool, (at) =>
      at.query(`update position set ${set} where book = $1 and id = $2`, [book, id]),
    );
  await expect(change('charge = 0', long)).rejects.toThrow(/charged 810.5/);
  await expect(change('charge = charge - 1', long)).rejects.toThrow(/charged 810.5/);
  await expect(change(`closes = '[]'`, short)).rejects.toThrow();
  await done(market.close(book, long));
  await market.price('20000');
  const [winner, other] = [await open('long'), await open('short')];
  await market.price('21000');
  const newest = await market.sum(`select max(seq) from tape where symbol = 'BTC/USDT'`);
  const nowMs = Date.now();
  const closing = {
    ...{
      quantity: '1',
      price: '21000',
      tape_seq: formatAmount(newest),
      rate: '1',
      pnl: '-1000',
      fee: '10.5',
    },
    ...{ financing: '0', shortfall: '810.5', owed: '0', offset: '0', charge: '0', reason: 'customer' },
    ...{
      journal_seq: '99',
      rate_seq: null,
      time_ms: nowMs,
      asked_ms: nowMs,
      asked_seq: formatAmount(newest),
    },
  };
  const ended = `status = 'closed', reason = 'customer', open_quantity = 0, margin = 0, realised_pnl = -1000, closed_ms = ${nowMs}`;
  const forged = (more: object) =>
    change(`${ended}, closes = '${JSON.stringify([{ ...closing, ...more }])}'`, other);
  await expect(forged({})).rejects.toThrow(/left 810.5 to the house/);
  const charged = [{ position: winner.toString(), amount: '810.5' }];
  await expect(forged({ charged })).rejects.toThrow(/charged 810.5, kept 0/);
  const offsets = [{ position: winner.toString(), seq: formatAmount(newest), amount: '810.5' }];
  await expect(forged({ offset: '810.5', offsets })).rejects.toThrow(/bears nothing/);
  await done(market.closeAll(book));
});

/** The generator Mulberry32. The seed makes a run reproducible. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns the result of one straddle: two sides in one or two positions, a gap, the liquidation of the losers, and then a
 * random walk of at most 1%.
 */
async function straddle(seed: number, walk: 1 | -1): Promise<number> {
  const next = random(seed);
  await market.price('20000');
  const legs: { readonly id: bigint; readonly side: 'long' | 'short' }[] = [];
  for (const side of ['long', 'short'] as const) {
    const parts = next() < 0.5 ? ['1'] : ['0.7', '0.3'];
    const leverage = [100, 50, 20][Math.floor(next() * 3)] as number;
    for (const quantity of parts) legs.push({ id: await open(side, { quantity, leverage }), side });
  }
  const up = next() < 0.5;
  const gapped = 20_000 * (1 + (up ? 1 : -1) * (0.06 + next() * 0.2));
  await market.price(gapped.toFixed(2));
  const winner = up ? 'long' : 'short';
  const how = next();
  if (how < 0.3) await market.close(book, legs.find(({ side }) => side === winner)?.id as bigint);
  if (how > 0.8) await market.closeAll(book);
  else {
    for (const { id, side } of legs) if (side !== winner) await done(market.fireHere(book, id, 'margin'));
  }
  await market.price((gapped * (1 + walk * next() * 0.01)).toFixed(2));
  await market.closeAll(book);
  return Number(await gained());
}

test('yields no profit to a bot that straddles gaps, over many seeds', async () => {
  const results: number[] = [];
  for (let seed = 1; seed <= 30; seed += 1) {
    // The walk goes both ways, so that the results of a fair bet cancel out and those of a free bet don't.
    const both: number[] = [];
    for (const walk of [1, -1] as const) {
      book = market.books[(taken += 1)] as bigint;
      both.push(await straddle(seed, walk));
    }
    results.push(((both[0] as number) + (both[1] as number)) / 2);
  }
  const mean = results.reduce((sum, one) => sum + one, 0) / results.length;
  const variance = results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (results.length - 1);
  expect(mean + 3.29 * Math.sqrt(variance / results.length)).toBeLessThan(0);
});
