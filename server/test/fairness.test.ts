/**
 * Equal treatment. The same order on the same quote gets the same fill, whichever customer places it. Price moves between
 * display and fill improve the price as often, and by as much, as they worsen it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { openTradingFloor } from './testing/trading-floor.ts';
import type { FloorOrder, TradingFloor } from './testing/trading-floor.ts';

const HALF_SPREAD = amount('0.01');
const TICK = amount('0.01');

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(async () => {
  expect(await floor.breaches()).toEqual([]);
  expect(floor.troubles).toEqual([]);
  await floor.shut();
});

const quoteAt = (middle: Amount) => floor.quote(middle - HALF_SPREAD, middle + HALF_SPREAD);

function value<Value>(outcome: { ok: true; value: Value } | { ok: false; refusal: { code: string } }): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}

test('gives two customers with the same order on the same quote the same fills, at opening and at closing', async () => {
  const random = createRandom('twins');
  const [poor, rich] = (await floor.customers(['3000', '500000'])) as [bigint, bigint];
  // One of the two customers has won before and is rich; the other has lost and is poor.
  await quoteAt(amount('20000'));
  const won = value(await floor.open(rich, { side: 'long', quantity: amount('1'), leverage: 2 }));
  const lost = value(await floor.open(poor, { side: 'short', quantity: amount('0.05'), leverage: 2 }));
  await quoteAt(amount('21000'));
  value(await floor.close(rich, won.id));
  value(await floor.close(poor, lost.id));
  let middle = amount('20000');
  for (let pair = 0; pair < 100; pair += 1) {
    middle += TICK * BigInt(Math.floor(random.next() * 2001) - 1000);
    await quoteAt(middle);
    const order: FloorOrder = {
      side: random.next() < 0.5 ? 'long' : 'short',
      quantity: amount('0.001') * BigInt(1 + Math.floor(random.next() * 10)),
      leverage: [2, 5, 10, 20, 50, 100][Math.floor(random.next() * 6)]!,
    };
    const inTurn = random.next() < 0.5 ? [poor, rich] : [rich, poor];
    const opened = (await Promise.all(inTurn.map((book) => floor.open(book, order)))).map(value);
    const deals = opened.map(({ id: _, ...deal }) => deal);
    expect(deals[0]).toEqual(deals[1]);
    middle += TICK * BigInt(Math.floor(random.next() * 2001) - 1000);
    await quoteAt(middle);
    const closed = await Promise.all(inTurn.map((book, at) => floor.close(book, opened[at]!.id)));
    const ends = closed.map(value).map(({ id: _, ...end }) => end);
    expect(ends[0]).toEqual(ends[1]);
  }
}, 60_000);

const ORDERS = 10_000;
const BOOKS = 50;
const A_QUOTE = 10;
/** The number of quotes between the price that a customer sees and the price at which the order fills. */
const DELAY = 2;
/** 99.9% of a normal distribution lies within this many standard deviations. */
const INTERVAL = 3.290_527;

test('fills ten thousand orders on a driftless tape with a mean slippage of zero, passing on every improvement', async () => {
  const random = createRandom('slippage');
  const books = await floor.customers(Array.from({ length: BOOKS }, () => '100000'));
  const steps = ORDERS / A_QUOTE;
  const middles = [amount('20000')];
  for (let step = 1; step < steps + DELAY; step += 1) {
    middles.push(middles.at(-1)! + TICK * BigInt(Math.round(100 * random.normal())));
  }
  /** How much more each order cost than at the price shown, in ticks. */
  const slippage: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const shown = middles[step]!;
    const now = middles[step + DELAY]!;
    await quoteAt(now);
    await Promise.all(
      Array.from({ length: A_QUOTE }, async (_, at) => {
        const side = random.next() < 0.5 ? 'long' : 'short';
        const sign = side === 'long' ? 1n : -1n;
        const book = books[(step * A_QUOTE + at) % BOOKS]!;
        const opened = value(await floor.open(book, { side, quantity: amount('0.001'), leverage: 10 }));
        const filled = amount(opened.price ?? '0');
        expect(filled).toBe(now + sign * HALF_SPREAD);
        const more = (filled - (shown + sign * HALF_SPREAD)) * sign;
        slippage.push(Number.parseInt((more / TICK).toString(), 10));
      }),
    );
  }
  expect(slippage).toHaveLength(ORDERS);
  const mean = slippage.reduce((sum, one) => sum + one, 0) / ORDERS;
  const variance = slippage.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (ORDERS - 1);
  const bound = INTERVAL * Math.sqrt(variance / ORDERS);
  const better = slippage.filter((one) => one < 0).length;
  const worse = slippage.filter((one) => one > 0).length;
  console.info(
    `${ORDERS} orders: mean slippage ${mean.toFixed(3)} ticks, within ±${bound.toFixed(3)}; better ${better}, worse ${worse}`,
  );
  expect(Math.abs(mean)).toBeLessThan(bound);
  // The difference is compared with the same number of coin tosses, so that neither better nor worse fills are favoured.
  expect(Math.abs(better - worse)).toBeLessThan(INTERVAL * Math.sqrt(ORDERS));
  // The long timeout allows the database to check each order against the tape.
}, 300_000);

test('fills at the market price, not at the customer’s worst price, if the market price is better', async () => {
  const [book] = (await floor.customers(['10000'])) as [bigint];
  await quoteAt(amount('20000'));
  const long = { side: 'long', quantity: amount('0.01'), leverage: 10 } as const;
  const short = { ...long, side: 'short' } as const;
  const bought = await floor.open(book, { ...long, worstPrice: amount('20010') });
  expect(value(bought).price).toBe('20000.01');
  const sold = await floor.open(book, { ...short, worstPrice: amount('19990') });
  expect(value(sold).price).toBe('19999.99');
  const refused = await floor.open(book, { ...long, worstPrice: amount('20000') });
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'price_moved' } });
});
