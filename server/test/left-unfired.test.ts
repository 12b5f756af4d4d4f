/**
 * An entry reaches a stop while no engine runs. Afterwards, an attacker with the SQL role of commands marks all entries as
 * handled.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { Engine } from '../src/engine/engine.ts';
import { positionTriggers } from '../src/positions/triggers.ts';
import { openThinMarket } from '../src/positions/testing/thin-house.ts';
import { instruments } from '../src/quotes/catalogue.ts';

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 1, own: '100000', house: HOUSE });
});
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

test('fires a stop at the entry that reached it, although a false position claims that the entry was handled', async () => {
  const { house } = market;
  const troubles: string[] = [];
  await market.price('20000', '20010');
  const opened = await market.open(market.books[0]!, { leverage: 2, stopLoss: amount('19000') });
  if (!opened.ok) throw new Error(opened.refusal.code);
  await market.price('18990', '19000');
  await market.price('18000', '18010');
  await market.price('20000', '20010');
  await house.pool.query(`delete from engine_inbox`);
  await house.pool.query(
    `insert into engine_position (symbol, handled_seq) select symbol, seq from tape_head
      on conflict (symbol) do update set handled_seq = excluded.handled_seq`,
  );
  await house.owner(`insert into tape_minute (symbol, minute_ms, first_seq, last_seq, open, high, low, close, bid_high, bid_low, ask_high,
      ask_low, volume)
    select symbol, time_ms / 60000 * 60000, min(seq), max(seq), max(last), max(last), min(last), max(last), max(bid), min(bid), max(ask),
      min(ask), 0 from tape group by 1, 2 on conflict do nothing`);
  await house.owner('update clock set base_market_ms = base_market_ms + 120000');
  const engine = new Engine({
    ...{ pool: house.pool, onEntries: () => () => undefined, nowMs: () => performance.now() },
    sources: positionTriggers({
      ...{ executor: house.executor, instruments, jurisdictions: 'demo', now: Date.now },
    }),
    onTrouble: (text, error) => void troubles.push(`${text}: ${String(error)}`),
  });
  await engine.start();
  const closed = () =>
    house.owner(
      `select status, reason, trim_scale((closes -> -1 ->> 'price')::numeric)::text as price from position`,
    );
  await expect
    .poll(closed, { timeout: 15_000, interval: 50 })
    .toEqual([{ status: 'closed', reason: 'stop_loss', price: '18990' }]);
  await engine.stop();
  expect(troubles).toEqual([expect.stringContaining('its stop was reached and did not fire')]);
  expect(await house.owner('select told from left_unfired()')).toEqual([]);
});
