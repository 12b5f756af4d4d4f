/**
 * The database computes each trade of the strategy independently, with the same result as the domain. By plain SQL, the serving
 * role can write only the complete trades of a slot that is over.
 */
import { SLOT_MS, strategySymbols, tradesOfSlot } from '@candor/domain/fund/strategy.ts';
import type { StrategyTrade } from '@candor/domain/fund/strategy.ts';
import { amount, fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReferences, readStrategy } from './store.ts';
import { begin, openStrategyHouse } from './testing/market.ts';
import type { StrategyHouse } from './testing/market.ts';

const START_MS = 20_454 * 86_400_000 + 12 * 60 * MINUTE_MS + 3 * MINUTE_MS;

let house: StrategyHouse;
beforeEach(async () => {
  house = await openStrategyHouse(START_MS);
});
afterEach(() => house.close());

const numeric = (value: bigint) => `(${value} * 0.00000001)`;

/** Finds the next slot with a gain and with trades in several symbols. The house books all slots before it. */
async function slotToCome(): Promise<{ slotMs: number; trades: StrategyTrade[] }> {
  for (;;) {
    const slotMs = (await readStrategy(house.pool))?.nextSlotMs ?? 0;
    await house.at(slotMs);
    const references = await readReferences(house.pool, { slots: [slotMs], symbols: strategySymbols });
    const trades = tradesOfSlot(slotMs, references.get(slotMs) ?? []);
    if (trades.length > 1 && trades.reduce((sum, { result }) => sum + result, 0n) > 0n)
      return { slotMs, trades };
    await house.until(slotMs + MINUTE_MS);
  }
}

/** Books a slot with the given trades as the server would, and rolls back. Returns "written" or the violated constraint. */
async function book(slotMs: number, trades: readonly StrategyTrade[]): Promise<string> {
  const made = trades.reduce((sum, { result }) => sum + result, 0n);
  const seq = '(select b.seq from book b where b.id = 0)';
  const statements = [
    `select open_house_balances('{strategy,custody}', '{USDT,USDT}', 0::smallint)`,
    `update book set seq = seq + 1 where id = 0`,
    ...(made === 0n
      ? []
      : [
          `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts) select 0, b.seq, 'strategy_result',
            'strategy_slot:${slotMs}', 0, 0, '{custody,strategy}', '{USDT,USDT}', array[-${numeric(made)}, ${numeric(made)}]
            from book b where b.id = 0`,
        ]),
    ...trades.map(
      ({ symbol, quantity, buy, sell, result, tapeSeq }) =>
        `insert into strategy_trade (slot_ms, symbol, quantity, buy_venue, buy_price, buy_fee, sell_venue, sell_price, sell_fee, result,
          tape_seq, journal_seq) values (${slotMs}, '${symbol}', ${numeric(quantity)}, '${buy.venue}', ${numeric(buy.price)},
          ${numeric(buy.fee)}, '${sell.venue}', ${numeric(sell.price)}, ${numeric(sell.fee)}, ${numeric(result)}, ${tapeSeq},
          ${made === 0n ? 'null' : seq})`,
    ),
    `update strategy_clock set next_slot_ms = greatest(next_slot_ms, ${slotMs + SLOT_MS}), result = result + ${numeric(made)},
      balance = balance + ${numeric(made)}, version = version + 1`,
    'set constraints all immediate',
  ];
  const connection = await house.pool.connect();
  try {
    await connection.query('begin');
    for (const sql of statements) await connection.query(sql);
    return 'written';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

test('accepts the trades that follow from the tape, but only after the slot is over', async () => {
  await begin(house);
  const { slotMs, trades } = await slotToCome();
  expect(await book(slotMs, trades)).toBe('strategy_slots_whole');
  await house.at(slotMs + MINUTE_MS);
  expect(await book(slotMs, trades)).toBe('written');
});

test('rejects a slot in which a trade is missing, added, of a different size or at invented prices', async () => {
  await begin(house);
  const { slotMs, trades } = await slotToCome();
  await house.at(slotMs + MINUTE_MS);
  const [first, ...others] = trades as [StrategyTrade, ...StrategyTrade[]];
  const changed = (change: Partial<StrategyTrade>) => [{ ...first, ...change }, ...others];
  const lot = amount('1');
  const better = { sell: { ...first.sell, price: first.sell.price + lot } };
  const gained = (first.quantity * lot) / 100_000_000n;
  expect(await book(slotMs, changed({ ...better, result: first.result + gained }))).toBe(
    'strategy_trade_recomputed',
  );
  const half = { quantity: first.quantity / 2n };
  const spent = (half.quantity * first.buy.price + 99_999_999n) / 100_000_000n;
  const smaller = (half.quantity * first.sell.price) / 100_000_000n - spent - first.buy.fee - first.sell.fee;
  expect(await book(slotMs, changed({ ...half, result: smaller }))).toBe('strategy_trade_recomputed');
  expect(await book(slotMs, others)).toBe('strategy_slots_whole');
  expect(await book(slotMs, [])).toBe('strategy_slots_whole');
  const invented = { ...first, symbol: 'XRP/USDT', tapeSeq: 1n };
  expect(await book(slotMs, [...trades, invented])).toBe('strategy_trade_recomputed');
  expect(await book(slotMs, trades)).toBe('written');
});

test('rejects a strategy that starts at any slot but the next one', async () => {
  const begun = (firstMs: number) =>
    house.pool
      .query(
        `insert into strategy_clock (book, id, first_slot_ms, next_slot_ms, day, result, balance, due_ms, version, armed_seq)
          values (0, 1, $1::bigint, $1::bigint, $1::bigint / 86400000, 0, 0, $1::bigint, 1, 0)`,
        [firstMs],
      )
      .then(
        () => 'written',
        (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
      );
  const slotMs = Math.ceil(START_MS / SLOT_MS) * SLOT_MS;
  expect(await begun(slotMs - 30 * SLOT_MS)).toBe('strategy_slots_whole');
  expect(await begun(slotMs + 30 * SLOT_MS)).toBe('strategy_slots_whole');
  expect(await begun(slotMs)).toBe('written');
});

const prices = fc.array(fc.bigInt(1n, 10n ** 8n), { minLength: 8, maxLength: 8 });
const anySlot = fc.tuple(fc.integer({ min: 2_900_000, max: 6_900_000 }), prices);

test('the database computes the same trades as the domain, for random slots and prices', async () => {
  await house.owner(
    'alter table tape disable trigger user; delete from tape; alter table tape enable trigger user',
  );
  let compared = 0;
  for (const [round, [number, factors]] of fc.sample(anySlot, { numRuns: 250, seed: 8 }).entries()) {
    const slotMs = number * SLOT_MS;
    const seq = BigInt(round) + 1n;
    // In every fourth round, prices range from one unit to 10^16 units.
    const references = strategySymbols.map((symbol, at) => ({
      ...{ symbol, seq },
      last:
        round % 4 === 0
          ? (factors[at] as bigint) * (factors[at + 4] as bigint)
          : amount('900') + (factors[at] as bigint),
    }));
    await house.owner('delete from tape_minute');
    await house.owner(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
        select symbol, $2, $3, $3, last, last, last, 0, $4 from unnest($1::text[], $5::numeric[]) as u (symbol, last)`,
      [strategySymbols, seq, slotMs, Buffer.alloc(32), references.map(({ last }) => toNumeric(last))],
    );
    const worked = await workedOut(slotMs);
    expect(worked).toEqual(tradesOfSlot(slotMs, references));
    compared += worked.length;
    await house.owner(
      'alter table tape disable trigger user; delete from tape; alter table tape enable trigger user',
    );
  }
  expect(compared).toBeGreaterThan(300);
});

async function workedOut(slotMs: number): Promise<unknown[]> {
  const found = await house.owner<Record<string, string>>(
    `select d.symbol, d.quantity::text, d.buy_venue, d.buy_price::text, d.buy_fee::text, d.sell_venue, d.sell_price::text,
        d.sell_fee::text, d.result::text, d.tape_seq::text
      from unnest($1::text[]) with ordinality as m (symbol, place) cross join lateral strategy_trade_due($2, m.symbol) as d
      where d.quantity is not null order by m.place`,
    [strategySymbols, slotMs],
  );
  return found.map((row) => {
    const at = (name: string) => fromNumeric(row[name] as string);
    const leg = (side: string) => ({
      venue: row[`${side}_venue`],
      price: at(`${side}_price`),
      fee: at(`${side}_fee`),
    });
    return {
      ...{ slotMs, symbol: row['symbol'], quantity: at('quantity'), buy: leg('buy'), sell: leg('sell') },
      ...{ result: at('result'), tapeSeq: BigInt(row['tape_seq'] as string) },
    };
  });
}
