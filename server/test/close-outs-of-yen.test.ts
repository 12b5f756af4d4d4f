/** Positions whose profit is in yen, closed out while the rate moves: each at an entry that the audit, too, finds to be the first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { openTradingFloor } from './testing/trading-floor.ts';
import type { TradingFloor } from './testing/trading-floor.ts';

const LEVERAGES = [200, 100, 50];
const STEP = amount('0.08');
const STEPS = 40;
/** A rate is published once an hour. */
const HOUR_MS = 3_600_000;
const HOUR_EVERY = 7;
const TICK = amount('0.001');

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor({ symbol: 'USD/JPY', product: 'forex' });
});
afterAll(async () => floor.shut());

async function one<Row extends Record<string, unknown>>(sql: string): Promise<Row> {
  const { rows } = await floor.pool.query<Row>(sql);
  return rows[0]!;
}

test('each is closed out at its entry, at a rate of the time', { timeout: 120_000 }, async () => {
  const books = await floor.customers(LEVERAGES.map(() => '20000'));
  let bid = amount('155');
  await floor.quote(bid, bid + TICK);
  await floor.startEngine();
  for (const [at, leverage] of LEVERAGES.entries()) {
    const opened = await floor.open(books[at]!, { side: 'long', quantity: amount('0.5'), leverage });
    expect(opened, opened.ok ? '' : opened.refusal.code).toMatchObject({ ok: true });
  }
  for (let step = 1; step <= STEPS; step += 1) {
    bid -= STEP;
    await floor.quote(bid, bid + TICK, step % HOUR_EVERY === 0 ? HOUR_MS : 1000);
    // Whoever still waits follows the rate before the next quote.
    await expect
      .poll(
        () =>
          one(`select count(*)::int as n from position p, tape_head h
            where p.status = 'open' and h.symbol = 'JPY/USDT' and p.rate_seq < h.seq`),
        { timeout: 10_000, interval: 10 },
      )
      .toEqual({ n: 0 });
  }
  await expect
    .poll(() => one(`select count(*)::int as n from position where status <> 'closed'`), { timeout: 20_000 })
    .toEqual({ n: 0 });
  const found = await one<{ reasons: string[]; entries: number; rates: number }>(
    `select array_agg(distinct reason) as reasons, count(distinct closes -> 0 ->> 'tape_seq')::int as entries,
      count(distinct closes -> 0 ->> 'rate')::int as rates from position`,
  );
  console.info(
    `closed out at ${found.entries} entries and ${found.rates} rates, down to ${formatAmount(bid)}`,
  );
  expect(found.reasons).toEqual(['close_out']);
  expect(found.rates).toBeGreaterThan(1);
  expect(await floor.breaches()).toEqual([]);
  // A firing that meets the clock in the middle of its jump is refused, and comes again.
  expect(floor.troubles.filter((text) => !String(text).includes('did not fire'))).toEqual([]);
});
