/**
 * Fees of instruments across two versions of their terms, of which two operators publish the second while orders rest. Existing
 * orders and positions keep the rate that was shown, new ones get the new rate, and two customers always get the same rates.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { command } from '../src/commands/command.ts';
import type { Command } from '../src/commands/command.ts';
import { ada, done, openDesks, theo } from '../src/features/proposals/testing/desks.ts';
import type { Desks } from '../src/features/proposals/testing/desks.ts';
import { buyTicket } from '../src/features/options/commands.ts';
import type { TicketOrder } from '../src/features/options/accepting.ts';
import { openExposureCounters } from '../src/features/options/store.ts';
import { convertCoins, fireOrder, placeOrder } from '../src/features/spot/commands.ts';
import type { PairOrder } from '../src/features/spot/rules.ts';
import { decideTransfer } from '../src/features/transfers/rules.ts';
import type { Transfer } from '../src/features/transfers/rules.ts';
import { grantDemo } from '../src/features/wallets/grant.ts';
import { gateNeed } from '../src/identity/gates.ts';
import { breaches } from '../src/app/breaches.ts';
import { closePositionAt, firePosition, openPosition } from '../src/positions/commands.ts';
import type { OpeningOrder } from '../src/positions/opening.ts';
import type { TriggerPart } from '../src/positions/tables.ts';
import { instruments } from '../src/quotes/catalogue.ts';

let desks: Desks;
let books: readonly bigint[];
let keys = 0;
let seq = 1n;
/** How far the market clock was set ahead of wall time, in milliseconds. */
let marketAheadMs = 0;

beforeAll(async () => {
  desks = await openDesks();
  books = [await desks.customer('lena'), await desks.customer('mara')];
  // The terms are those of a clock that is set ahead. `positions/recomputed.test.ts` tests that orders have current terms, and
  // `hostile-stories.test.ts` does so for tickets.
  await desks.house.owner('alter table spot_order disable trigger spot_order_terms');
  await desks.house.owner('alter table position disable trigger position_terms');
  await desks.house.owner('alter table option_ticket disable trigger option_ticket_of_now');
  await desks.house.owner('alter table customer disable trigger user');
  await desks.house.owner('update customer set lever_enabled = true');
  await desks.house.owner('alter table customer enable trigger user');
  for (const book of books) {
    await run(book, grantDemo, {});
    for (const to of ['contract', 'option'] as const) {
      await run(book, transfer, { currency: 'USDT', from: 'spot', to, amount: amount('3000') });
    }
  }
});
afterAll(async () => {
  expect(await breaches(desks.house.pool)).toEqual([]);
  expect(desks.house.logged).toEqual([]);
  await desks.close();
});

const transfer = command({
  name: 'test.transfer',
  gather: ({ from, to, currency }: Transfer) => ({
    balances: [
      [from, currency],
      [to, currency],
    ],
    rows: [gateNeed],
  }),
  decide: decideTransfer,
});

const termsAt: InstrumentAt = (instrument, wallMs) => desks.terms.instrument(instrument, wallMs);

async function run<Input, Answer, Code extends string>(
  book: bigint,
  what: Command<Input, Answer, Code>,
  input: Input,
): Promise<Answer> {
  const answer = await ask(book, what, input);
  if (!answer.ok)
    throw new Error(`expected ${what.name} to be accepted, got ${JSON.stringify(answer.refusal)}`);
  return answer.value;
}
async function ask<Input, Answer, Code extends string>(
  book: bigint,
  what: Command<Input, Answer, Code>,
  input: Input,
) {
  return desks.house.run(what, input, { book, key: `key ${(keys += 1)}` });
}

/** Publishes figures of a subject with the approval of two operators, and lets them take effect. */
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
  const quote = { seq, bid: amount(bid), ask: amount(ask_), timeMs: marketMs() };
  await desks.house.setHead(symbol, { ...quote, staleAfterMs: 1e9 });
}

function marketMs(): number {
  return Date.now() + marketAheadMs;
}

async function setMarketForward(ms: number): Promise<void> {
  await desks.house.owner('update clock set base_market_ms = base_market_ms + $1', [ms]);
  marketAheadMs += ms;
}

/** Writes the next entry of a tape at market time. The head does not change. */
async function laid(symbol: string, bid: string, ask_: string): Promise<TapeEntry> {
  seq += 1n;
  const timeMs = marketMs();
  const prices = { bid: amount(bid), ask: amount(ask_), last: amount(bid) };
  const entry = { ...{ symbol, seq, timeMs, volume: 0n, feedTimeMs: timeMs }, ...prices };
  await desks.house.lay(entry);
  return entry;
}

describe('spot orders', () => {
  const btc = instruments.get('BTC/USDT')!;
  const eth = instruments.get('ETH/USDT')!;
  const order = (change: Partial<PairOrder> = {}): PairOrder => ({
    ...({ instrument: btc, termsAt, side: 'buy', type: 'market', quantity: amount('0.01') } as const),
    ...({ amount: undefined, price: undefined, worstPrice: undefined, feeRateShown: undefined } as const),
    ...{ jurisdictions: 'demo', ...change },
  });
  const limit = { type: 'limit', price: amount('19000') } as const;
  const fire = async (book: bigint, id: string, entry: TapeEntry) =>
    run(book, fireOrder, {
      ...{ id: BigInt(id), version: 1, instruments, jurisdictions: 'demo', entry },
    });
  /** Returns the fees of a book's fills, oldest first, such as "0.19 at 0.001". */
  const fees = async (book: bigint) =>
    (
      await desks.house.owner<{ shown: string }>(
        `select trim_scale(fee) || ' at ' || trim_scale(fee_rate) as shown from spot_fill where book = $1
          order by order_id, leg`,
        [book],
      )
    ).map(({ shown }) => shown);

  test('keeps the accepted fee for a resting order, and applies the new fee to a later order', async () => {
    await price('BTC/USDT');
    await price('ETH/USDT');
    const before: string[] = [];
    for (const book of books) before.push((await run(book, placeOrder, order(limit))).id);
    await publish('instrument:BTC/USDT', { spot_fee_rate: '0.002', quantity_min: '0.005' });
    const after: string[] = [];
    for (const book of books) after.push((await run(book, placeOrder, order(limit))).id);
    // This is the first entry that reaches all the orders.
    const reached = await laid('BTC/USDT', '18980', '18990');
    for (const [at, book] of books.entries()) {
      expect(await fire(book, before[at]!, reached)).toEqual({ fired: true });
      expect(await fire(book, after[at]!, reached)).toEqual({ fired: true });
      await price('BTC/USDT');
      await run(book, placeOrder, order({ feeRateShown: amount('0.002') }));
    }
    const expected = ['0.1899 at 0.001', '0.3798 at 0.002', '0.4002 at 0.002'];
    for (const book of books) expect(await fees(book)).toEqual(expected);
    expect(await desks.house.owner(`select sum(held)::text as held from spot_order`)).toEqual([
      { held: '0.00000000' },
    ]);
  });

  test('refuses an order that shows the old fee, returns the new fee, and charges nothing', async () => {
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

  test('charges each leg of a coin-to-coin order at the rate of its coin', async () => {
    const coins = { from: btc, to: eth, termsAt, amount: amount('0.01'), worstAmount: undefined };
    const shown = { feeRateShown: amount('0.002'), toFeeRateShown: amount('0.001') };
    await run(books[1]!, convertCoins, { ...coins, ...shown, jurisdictions: 'demo' });
    expect((await fees(books[1]!)).slice(-2).map((fee) => fee.split(' at ')[1])).toEqual(['0.002', '0.001']);
  });

  test("rejects changing an order's rate, or recording a fee that differs from the rate", async () => {
    const { id } = await run(books[0]!, placeOrder, order(limit));
    const { pool } = desks.house;
    await expect(pool.query('update spot_order set fee_rate = 0 where id = $1', [id])).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      pool.query(`insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, fee_rate, tape_seq,
        journal_seq, time_ms) values (1, 1, 1, 'BTC/USDT', 'buy', 1, 100, 100, 0.1, 0.0005, 1, 1, 1)`),
    ).rejects.toThrow(/spot_fill_fee/);
  });
});

describe('positions', () => {
  const eth = instruments.get('ETH/USDT')!;
  const usual = { feeRateShown: undefined, financingRateShown: undefined, worstPrice: undefined } as const;
  const levels = { takeProfit: undefined, stopLoss: undefined, trailing: undefined } as const;
  const order = (change: Partial<OpeningOrder> = {}): OpeningOrder => ({
    ...({ instrument: eth, termsAt, product: 'contract', side: 'long', type: 'market' } as const),
    ...({ quantity: amount('0.1'), leverage: 10, collateral: 'contract', price: undefined } as const),
    ...{ jurisdictions: 'demo', ...usual, ...levels, ...change },
  });
  const limit = { type: 'limit', price: amount('19500') } as const;
  const fire = async (book: bigint, { id, part, at }: { id: string; part: TriggerPart; at: TapeEntry }) =>
    run(book, firePosition, {
      ...{ id: BigInt(id), part, version: 1, instruments, entry: at, jurisdictions: 'demo' },
    });
  const close = async (book: bigint, id: string) => {
    await price('ETH/USDT');
    return run(book, closePositionAt, {
      ...({ id: BigInt(id), product: 'contract', quantity: undefined, instruments } as const),
    });
  };
  /** Returns the costs of a position: opening, closing, overnight financing. */
  const costOf = async (id: string) => {
    const [row] = await desks.house.owner<{ shown: string }>(
      `select trim_scale(open_fee) || ', ' || (closes -> 0 ->> 'fee') || ', ' || (closes -> 0 ->> 'financing') as shown
        from position where id = $1`,
      [id],
    );
    return row?.shown;
  };

  test('keeps the accepted rates for a position and a resting order of each customer', async () => {
    await price('ETH/USDT');
    const before = [];
    for (const book of books) {
      const { id } = await run(book, openPosition, order());
      before.push({ book, id, rests: (await run(book, openPosition, order(limit))).id });
    }
    await publish('instrument:ETH/USDT', {
      ...{ contract_fee_rate: '0.001', financing_long_rate: '0.0006', leverage_max: '5' },
      ...{ contract_min: '0.5', contract_max: '0.5' },
    });
    const after = [];
    for (const book of books) {
      after.push({
        book,
        ...(await run(book, openPosition, order({ leverage: 5, quantity: amount('0.5') }))),
      });
    }
    // This is the first entry that reaches the orders of both customers.
    const reached = await laid('ETH/USDT', '19490', '19500');
    for (const { book, rests } of before) await fire(book, { id: rests, part: 'limit', at: reached });
    await setMarketForward(2 * 86_400_000);
    const night = await laid('ETH/USDT', '20000', '20010');
    for (const { book, id, rests } of before) {
      await fire(book, { id, part: 'financing', at: night });
      // The quantity is below the new minimum, but it can be closed nevertheless.
      await close(book, id);
      await close(book, rests);
    }
    for (const { book, id } of after) {
      await fire(book, { id, part: 'financing', at: night });
      await close(book, id);
    }
    const costs = async (ids: readonly string[]) => new Set(await Promise.all(ids.map(costOf)));
    const nights = (each: number) => expect.stringMatching(new RegExp(`, ${each}$|, ${2 * each}$`));
    expect([...(await costs(before.map(({ id }) => id)))]).toEqual([expect.stringMatching(/^1\.0005, 1, /)]);
    expect([...(await costs(before.map(({ id }) => id)))]).toEqual([nights(0.6003)]);
    expect([...(await costs(before.map(({ rests }) => rests)))]).toEqual([
      expect.stringMatching(/^0\.975, 1, /),
    ]);
    expect([...(await costs(after.map(({ id }) => id)))]).toEqual([expect.stringMatching(/^10\.005, 10, /)]);
    expect([...(await costs(after.map(({ id }) => id)))]).toEqual([nights(6.003)]);
  });

  test('refuses an order with outdated rates, too much leverage or an invalid size, and returns the terms in effect', async () => {
    await price('ETH/USDT');
    const now = { leverage: 5, quantity: amount('0.5') };
    const outcomeOf = async (change: Partial<OpeningOrder>) => {
      const answer = await ask(books[0]!, openPosition, order({ ...now, ...change }));
      return answer.ok ? 'done' : [answer.refusal.code, answer.refusal.params];
    };
    expect(await outcomeOf({ feeRateShown: amount('0.0005') })).toEqual(['terms_changed', { rate: '0.001' }]);
    expect(await outcomeOf({ ...limit, financingRateShown: amount('0.0003') })).toEqual([
      'terms_changed',
      { rate: '0.0006' },
    ]);
    expect(await outcomeOf({ leverage: 10 })).toEqual(['leverage_not_offered', { offered: '2, 5' }]);
    expect(await outcomeOf({ quantity: amount('0.49') })).toEqual(['quantity_below_minimum', { min: '0.5' }]);
    expect(await outcomeOf({ quantity: amount('0.51') })).toEqual(['quantity_above_maximum', { max: '0.5' }]);
  });

  test('rejects changing the rates of a position', async () => {
    await price('ETH/USDT');
    const { id } = await run(books[1]!, openPosition, order({ leverage: 5, quantity: amount('0.5') }));
    for (const column of ['fee_rate', 'financing_rate']) {
      await expect(
        desks.house.pool.query(`update position set ${column} = 0.005 where id = $1`, [id]),
      ).rejects.toThrow(/permission denied/);
    }
  });
});

describe('options', () => {
  const order = (change: Partial<TicketOrder> = {}): TicketOrder => ({
    ...({ product: 'crypto', instrument: instruments.get('BTC/USDT')!, side: 'up', seconds: 30 } as const),
    ...({ stake: amount('100'), currency: 'USDT', source: 'option', payoutShown: undefined } as const),
    ...({ stakeInstrument: undefined, jurisdictions: 'demo' } as const),
    termsAt: (symbol, wallMs) => desks.terms.option(symbol, wallMs),
    ...change,
  });
  /** The ticket is accepted at the market's current time, after the newest entry, so that only the payout is invalid. */
  const insert = (ratio: number, wall: string) => {
    const acceptedMs = marketMs();
    return desks.house.pool.query(
      `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake,
        payout_ratio, profit, stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl, accepted_wall_ms)
      values (1, 1, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 100, ${ratio}, ${100 * ratio}, 100, ${100 * ratio},
        'open', $1, (select max(seq) from tape where symbol = 'BTC/USDT'), $2, 0, ${wall})`,
      [acceptedMs, (Math.floor(acceptedMs / 1000) + 30) * 1000],
    );
  };

  test('applies the payout published at the time of purchase to both customers, and refuses a ticket that shows a different one', async () => {
    await openExposureCounters(desks.house.pool, ['BTC/USDT']);
    await price('BTC/USDT');
    for (const book of books) expect(await run(book, buyTicket, order())).toMatchObject({ profit: '80' });
    await publish('option:BTC/USDT', { payout_30: '0.75', stake_max_usdt: '150' });
    for (const book of books) expect(await run(book, buyTicket, order())).toMatchObject({ profit: '75' });
    expect(await ask(books[0]!, buyTicket, order({ payoutShown: amount('0.8') }))).toMatchObject({
      refusal: { code: 'payout_changed', field: 'payout_ratio', params: { payout_ratio: '0.75' } },
    });
    expect(await ask(books[0]!, buyTicket, order({ stake: amount('151') }))).toMatchObject({
      refusal: { code: 'stake_above_maximum', params: { max: '150' } },
    });
  });

  test('rejects any other payout in the database, whichever role writes it', async () => {
    const ahead = (Date.now() + desks.clock.aheadMs).toString();
    await expect(insert(0.8, ahead)).rejects.toThrow(/not have the published payout/);
    await expect(insert(0.76, ahead)).rejects.toThrow(/not have the published payout/);
    await expect(insert(0.8, (Date.now() - 301_000).toString())).rejects.toThrow(
      /not have the published payout/,
    );
  });
});
