/**
 * Test helper: a platform whose strategy is fired by the test, on a tape and a clock that the test advances. As in the engine,
 * each firing uses a later entry of the tape than the one before.
 */
import { strategySymbols } from '@candor/domain/fund/strategy.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, toNumeric } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { openHouse } from '../../../commands/testing/house.ts';
import type { House } from '../../../commands/testing/house.ts';
import { Terms } from '../../../terms/terms.ts';
import { usualTerms } from '../../../terms/usual-terms.ts';
import { openStrategyClock, strategyTriggers } from '../triggers.ts';
import { readStrategy } from '../store.ts';
import { STRATEGY_BOOK, STRATEGY_ROW } from '../tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const PRICES = ['64250', '3120', '585', '148.5'];
const HASH = Buffer.alloc(32);

export type StrategyHouse = House & {
  readonly terms: Terms;
  readonly fire: ReturnType<typeof strategyTriggers>['fire'];
  /** Advances the market to a time and writes an entry for every symbol. Returns the entry of the clock's symbol. */
  at(ms: number): Promise<TapeEntry>;
  /** Advances to a time and fires until nothing is due. Returns the number of firings. */
  until(ms: number): Promise<number>;
  /**
   * Inserts an order in progress with a payment due at the given time, and counts its principal. The order is under earlier
   * terms, which pay only for whole days.
   */
  plant(order: { readonly amount: string; readonly dueMs: number }): Promise<void>;
  /** Records the payment. The next one is then due a day later. */
  pay(dueMs: number): Promise<void>;
  uproot(): Promise<void>;
};

/** Opens the platform. Without prices, the strategy makes no trades and has no result. */
export async function openStrategyHouse(
  startMs: number,
  { priced = true }: { readonly priced?: boolean } = {},
): Promise<StrategyHouse> {
  const database = await freshDatabase();
  const house = await openHouse(database);
  const terms = new Terms({
    pool: house.pool,
    usual: usualTerms({ instruments: [], coolOffSeconds: 0 }),
    onError: (error) => house.logged.push({ message: 'terms', error }),
  });
  await terms.read();
  await house.pool.query(
    'insert into counter (name, slot) select name, -1 from unnest($1::text[]) as u (name) on conflict do nothing',
    [terms.fundTiers(0).map(({ id }) => `fund:${id}:0`)],
  );
  const { fire } = strategyTriggers({ ...house, terms, now: Date.now, houseNow: Date.now });
  let seq = 0n;
  const at = async (ms: number): Promise<TapeEntry> => {
    seq += 1n;
    await house.owner('update clock set base_wall_ms = 0, base_market_ms = $1, speed = 0', [ms]);
    const prices = PRICES.map((price, number) => amount(price) + seq * BigInt(number + 1) * 1_000_000n);
    for (const [number, symbol] of strategySymbols.entries()) {
      const add = priced ? append : appendHead;
      await add(house, { symbol, seq, timeMs: ms, last: prices[number] as Amount });
    }
    const last = prices[0] as Amount;
    return { symbol: 'BTC/USDT', seq, timeMs: ms, feedTimeMs: ms, bid: last, ask: last, last, volume: 0n };
  };
  await at(startMs);
  const close = house.close;
  return {
    ...house,
    terms,
    fire,
    at,
    until: async (ms) => {
      for (let fired = 0; ; fired += 1) {
        const entry = await at(ms);
        const row = await readStrategy(house.pool);
        if (row === undefined || row.dueMs > ms) return fired;
        await fire({ trigger: { book: STRATEGY_BOOK, row: STRATEGY_ROW, version: row.version }, entry });
      }
    },
    plant: async (order) => {
      const startedMs = order.dueMs - DAY_MS;
      await asReplica(house, [
        `insert into fund_order (book, id, project, terms_version, amount, rate_min, rate_max, days, early_fee_rate, status, version,
          applied_ms, asked_ms, started_ms, counts_from_ms, ends_ms, paid_days, income, fee, due_ms, wake_ms, armed_seq)
        values (100001, ${order.dueMs}, 1, 0, ${order.amount}, 0.0183, 0.0201, 30, 0.01, 'in_progress', 1,
          0, 0, ${startedMs}, ${startedMs - (startedMs % DAY_MS)}, ${startedMs + 30 * DAY_MS}, 0, 0, 0,
          ${order.dueMs}, ${order.dueMs}, 0)`,
        `select count_moves('{fund:1:0}', '{${order.amount}}')`,
      ]);
    },
    pay: (dueMs) =>
      asReplica(house, [
        `update fund_order set paid_days = paid_days + 1, due_ms = due_ms + 86400000, wake_ms = due_ms + 86400000
          where due_ms = ${dueMs} and status = 'in_progress'`,
      ]),
    uproot: () =>
      asReplica(house, ['delete from fund_order', `update counter set value = 0 where name like 'fund:%'`]),
    close: async () => {
      await close();
      await database.drop();
    },
  };
}

/** Creates the row in the same way as a platform's first start does. */
export function begin(house: StrategyHouse, simulated = true): Promise<void> {
  return openStrategyClock(house.executor, { simulated, now: Date.now });
}

type Price = {
  readonly symbol: string;
  readonly seq: bigint;
  readonly timeMs: number;
  readonly last: Amount;
};

async function append(house: House, price: Price): Promise<void> {
  const { symbol, seq, timeMs } = price;
  const last = toNumeric(price.last);
  await house.owner(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash) values ($1, $2, $3, $3, $4, $4, $4, 0, $5)`,
    [symbol, seq, timeMs, last, HASH],
  );
  await house.owner(
    `insert into tape_minute values ($1, $2, $3, $3, $4, $4, $4, $4, $4, $4, $4, $4, 0)
      on conflict (symbol, minute_ms) do update set last_seq = excluded.last_seq`,
    [symbol, timeMs - (timeMs % 60_000), seq, last],
  );
  await appendHead(house, price);
}

async function appendHead(house: House, { symbol, seq, timeMs, last }: Price): Promise<void> {
  await house.owner(
    `insert into tape_head (symbol, seq, time_ms, bid, ask, last, halted) values ($1, $2, $3, $4, $4, $4, false)
      on conflict (symbol) do update set seq = excluded.seq, time_ms = excluded.time_ms,
        bid = excluded.bid, ask = excluded.ask, last = excluded.last`,
    [symbol, seq, timeMs, toNumeric(last)],
  );
}

/** Writes rows of other features, and bypasses the guards of their tables. */
async function asReplica(house: House, statements: readonly string[]): Promise<void> {
  await house.owner(
    `do $do$ begin set local session_replication_role = replica; ${statements
      .map((sql) => `${sql.replace(/^select/, 'perform')};`)
      .join(' ')} end $do$`,
  );
}
