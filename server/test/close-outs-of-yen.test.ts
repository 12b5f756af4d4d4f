/**
 * Positions with a profit in yen are liquidated while the conversion rate moves. Each is liquidated at the entry that the audit
 * also finds to be the first one.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import { judgeAll } from './testing/evidenced.ts';
import { openTradingFloor } from './testing/trading-floor.ts';
import type { TradingFloor } from './testing/trading-floor.ts';

const LEVERAGES = [200, 100, 50];
const STEP = amount('0.08');
const STEPS = 40;
/** The number of quotes in an hour, after which the next rate is published. */
const HOUR_EVERY = 7;
const TICK = amount('0.001');

let floor: TradingFloor;
beforeEach(async () => {
  floor = await openTradingFloor({ symbol: 'USD/JPY', product: 'forex' });
});
afterEach(async () => floor.shut());

async function one<Row extends Record<string, unknown>>(sql: string): Promise<Row> {
  const { rows } = await floor.pool.query<Row>(sql);
  return rows[0]!;
}

test(
  'liquidates each position at the first entry that reaches its level, at the rate of that time',
  { timeout: 120_000 },
  async () => {
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
      // Positions that are still open get the new rate before the next quote.
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
      .poll(() => one(`select count(*)::int as n from position where status <> 'closed'`), {
        timeout: 20_000,
      })
      .toEqual({ n: 0 });
    const found = await one<{ reasons: string[]; entries: number; rates: number }>(
      `select array_agg(distinct reason) as reasons, count(distinct closes -> 0 ->> 'tape_seq')::int as entries,
      count(distinct closes -> 0 ->> 'rate')::int as rates from position`,
    );
    console.info(
      `liquidated at ${found.entries} entries and ${found.rates} rates, down to ${formatAmount(bid)}`,
    );
    expect(found.reasons).toEqual(['close_out']);
    expect(found.rates).toBeGreaterThan(1);
    expect(await floor.breaches()).toEqual([]);
    // A firing during a jump of the clock is refused and then retried.
    expect(floor.troubles.filter((text) => !String(text).includes('did not fire'))).toEqual([]);
  },
);

/**
 * Opens a position, and passes its liquidation level. An hour begins at 154.3, which makes the yen more valuable, so that a
 * long has lost half of its margin at 154.228 instead of 154.225. The next entry is between the two, and the price recovers
 * before the position gets the new rate.
 */
async function passedBy() {
  const [book = 0n] = await floor.customers(['20000']);
  const quote = async (bid: string, afterMs?: number) =>
    floor.quote(amount(bid), amount(bid) + TICK, afterMs);
  await quote('154.999');
  await floor.sign();
  const opened = await floor.open(book, { side: 'long', quantity: amount('0.5'), leverage: 100 });
  if (!opened.ok) throw new Error(opened.refusal.code);
  await quote('154.9');
  await quote('154.3', HOUR_MS);
  const { seq } = await quote('154.227');
  for (const bid of ['154.4', '154.5', '154.6']) await quote(bid); // oxlint-disable-line no-await-in-loop
  return { book, id: opened.value.id, seq };
}

test("liquidates at the first entry after the rate's publication that reached the level, even if the row gets the rate late", async () => {
  const { seq } = await passedBy();
  await floor.startEngine();
  const ended = `select status, reason, closes -> 0 ->> 'tape_seq' as seq from position`;
  await expect
    .poll(() => one(ended), { timeout: 20_000 })
    .toEqual({ status: 'closed', reason: 'close_out', seq: seq.toString() });
  await floor.quote(amount('154.6'), amount('154.6') + TICK);
  await floor.sign();
  expect([...(await judgeAll(floor.pool)).values()]).toEqual(['proved', 'proved']);
  expect(await floor.breaches()).toEqual([]);
});

test('refuses a manual closing of a position that a new rate has already liquidated, before the row gets the rate', async () => {
  const { book, id } = await passedBy();
  expect(await floor.close(book, id)).toMatchObject({ ok: false, refusal: { code: 'busy' } });
});

test('reports in the audit a margin that is watched only from a point after the entry that reached its level', async () => {
  const { id } = await passedBy();
  const unfired = async () =>
    (await floor.breaches()).filter(({ invariant }) => invariant.startsWith('L16: what an entry reached'));
  expect(await unfired()).toEqual([]);
  await floor.owner(`update position set rate_seq = r.seq, rate = r.last,
      armed = jsonb_set(armed, '{margin}', jsonb_build_array(9, h.seq - 1)::jsonb)
    from tape_head r, tape_head h where r.symbol = 'JPY/USDT' and h.symbol = 'USD/JPY'`);
  expect(JSON.stringify(await unfired())).toContain(`position ${id} of book`);
});
