/**
 * Fees of instruments between two versions of their terms: two persons publish one while orders rest. What was agreed before
 * keeps the rate that was shown, what comes after has the new one, and each is the same for two customers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Command } from '../src/commands/command.ts';
import { ada, done, openDesks, theo } from '../src/features/proposals/testing/desks.ts';
import type { Desks } from '../src/features/proposals/testing/desks.ts';
import { convertCoins, fireOrder, placeOrder } from '../src/features/spot/commands.ts';
import type { PairOrder } from '../src/features/spot/rules.ts';
import { grantDemo } from '../src/features/wallets/grant.ts';
import { breaches } from '../src/ledger/invariants.ts';
import { instruments } from '../src/quotes/catalogue.ts';

let desks: Desks;
let books: readonly bigint[];
let keys = 0;
let seq = 1n;

beforeAll(async () => {
  desks = await openDesks();
  books = [await desks.customer('lena'), await desks.customer('mara')];
  for (const book of books) await run(book, grantDemo, {});
});
afterAll(async () => {
  // The entries that fire here are on no tape.
  expect(await breaches(desks.house.pool, { except: ['L16'] })).toEqual([]);
  expect(desks.house.logged).toEqual([]);
  await desks.close();
});

const termsAt: InstrumentAt = (instrument, wallMs) => desks.terms.instrument(instrument, wallMs);

async function run<Input, Answer, Code extends string>(
  book: bigint,
  command: Command<Input, Answer, Code>,
  input: Input,
): Promise<Answer> {
  const answer = await ask(book, command, input);
  if (!answer.ok) throw new Error(`${command.name}: ${JSON.stringify(answer.refusal)}`);
  return answer.value;
}
async function ask<Input, Answer, Code extends string>(
  book: bigint,
  command: Command<Input, Answer, Code>,
  input: Input,
) {
  return desks.house.run(command, input, { book, key: `key ${(keys += 1)}` });
}

/** Publishes figures of a subject through both desks and lets them begin. */
async function publish(subject: string, change: Record<string, string>): Promise<void> {
  const effective_at = Math.ceil((Date.now() + desks.clock.aheadMs) / 1000) + 120;
  const body = { ...desks.terms.usual(subject), ...change };
  done(
    await desks.decide(ada, done(await desks.propose(theo, { kind: 'terms', subject, effective_at, body }))),
  );
  await desks.terms.read();
  desks.clock.aheadMs += 125_000;
  for (const symbol of ['BTC/USDT', 'ETH/USDT']) await price(symbol);
}

async function price(symbol: string, bid = '20000', ask_ = '20010'): Promise<void> {
  seq += 1n;
  await desks.house.setHead(symbol, { seq, bid: amount(bid), ask: amount(ask_), staleAfterMs: 1e9 });
}

/** An entry of the tape behind all heads. */
function entry(symbol: string, bid: string, ask_: string): TapeEntry {
  seq += 1n;
  const prices = { bid: amount(bid), ask: amount(ask_), last: amount(bid) };
  return { ...{ symbol, seq, timeMs: 1, volume: 0n, feedTimeMs: 1 }, ...prices };
}

describe('spot', () => {
  const btc = instruments.get('BTC/USDT')!;
  const eth = instruments.get('ETH/USDT')!;
  const order = (change: Partial<PairOrder> = {}): PairOrder => ({
    ...({ instrument: btc, termsAt, side: 'buy', type: 'market', quantity: amount('0.01') } as const),
    ...({ amount: undefined, price: undefined, worstPrice: undefined, feeRateShown: undefined } as const),
    ...{ jurisdictions: 'demo', ...change },
  });
  const limit = { type: 'limit', price: amount('19000') } as const;
  const fire = async (book: bigint, id: string) =>
    run(book, fireOrder, {
      ...{ id: BigInt(id), version: 1, instrument: btc, jurisdictions: 'demo' },
      entry: entry('BTC/USDT', '18980', '18990'),
    });
  /** "0.19 at 0.001", the fees of what filled of a book, oldest first. */
  const fees = async (book: bigint) =>
    (
      await desks.house.owner<{ shown: string }>(
        `select trim_scale(fee) || ' at ' || trim_scale(fee_rate) as shown from spot_fill where book = $1
          order by order_id, leg`,
        [book],
      )
    ).map(({ shown }) => shown);

  test('an order that rests keeps the fee that it was accepted with, and one that comes after has the new one', async () => {
    await price('BTC/USDT');
    await price('ETH/USDT');
    const before: string[] = [];
    for (const book of books) before.push((await run(book, placeOrder, order(limit))).id);
    await publish('instrument:BTC/USDT', { spot_fee_rate: '0.002', quantity_min: '0.005' });
    const after: string[] = [];
    for (const book of books) after.push((await run(book, placeOrder, order(limit))).id);
    for (const [at, book] of books.entries()) {
      expect(await fire(book, before[at]!)).toEqual({ fired: true });
      expect(await fire(book, after[at]!)).toEqual({ fired: true });
      await price('BTC/USDT');
      await run(book, placeOrder, order({ feeRateShown: amount('0.002') }));
    }
    const expected = ['0.1899 at 0.001', '0.3798 at 0.002', '0.4002 at 0.002'];
    for (const book of books) expect(await fees(book)).toEqual(expected);
    expect(await desks.house.owner(`select sum(held)::text as held from spot_order`)).toEqual([
      { held: '0.00000000' },
    ]);
  });

  test('what shows the old fee is refused by name with the new one, and nothing is charged', async () => {
    const before = await fees(books[0]!);
    for (const change of [{}, limit]) {
      expect(await ask(books[0]!, placeOrder, order({ ...change, feeRateShown: amount('0.001') }))).toEqual({
        ok: false,
        refusal: { code: 'terms_changed', field: 'fee_rate', params: { rate: '0.002' } },
      });
    }
    expect(await ask(books[0]!, placeOrder, order({ quantity: amount('0.00499') }))).toMatchObject({
      refusal: { code: 'quantity_below_minimum', params: { min: '0.005' } },
    });
    expect(await fees(books[0]!)).toEqual(before);
  });

  test('coin to coin is charged by each coin’s own', async () => {
    const coins = { from: btc, to: eth, termsAt, amount: amount('0.01'), worstAmount: undefined };
    const shown = { feeRateShown: amount('0.002'), toFeeRateShown: amount('0.001') };
    await run(books[1]!, convertCoins, { ...coins, ...shown, jurisdictions: 'demo' });
    expect((await fees(books[1]!)).slice(-2).map((fee) => fee.split(' at ')[1])).toEqual(['0.002', '0.001']);
  });

  test('nobody rewrites the rate of an order, nor notes a fee that its rate does not make', async () => {
    const { id } = await run(books[0]!, placeOrder, order(limit));
    const { pool } = desks.house;
    await expect(pool.query('update spot_order set fee_rate = 0 where id = $1', [id])).rejects.toThrow(
      /keeps its rate/,
    );
    await expect(
      pool.query(`insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, fee_rate, tape_seq,
        journal_seq, time_ms) values (1, 1, 1, 'BTC/USDT', 'buy', 1, 100, 100, 0.1, 0.0005, 1, 1, 1)`),
    ).rejects.toThrow(/spot_fill_fee/);
  });
});
