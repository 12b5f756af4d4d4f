/**
 * The financing of real weeks, night by night. Positions in pounds and in dollars are held over four midnights of October 2016
 * and closed in part and in full; then follows a month of random positions. The test recomputes every sum from the
 * documentation and the tape alone, and the verifier proves each fill from its file.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { listPositions } from '../src/positions/store.ts';
import { positionView } from '../src/positions/view.ts';
import type { PositionView } from '../src/positions/view.ts';
import { judgeAll } from './testing/evidenced.ts';
import { PAIRS, RATE, openNightFloor, pricesOf } from './testing/night-floor.ts';
import type { NightFloor, Price } from './testing/night-floor.ts';

let floor: NightFloor;
beforeEach(async () => {
  floor = await openNightFloor();
});
afterEach(async () => floor.shut());

type Entry = { readonly seq: string; readonly time_ms: string; readonly last: string; readonly gap: boolean };

/** Recomputes the financing from public data: the position as the API returns it, and the two tapes. */
function financingOf(position: PositionView, tapeOf: ReadonlyMap<string, readonly Entry[]>): string[] {
  const own = tapeOf.get(position.symbol) ?? [];
  const rates = tapeOf.get(RATE) ?? [];
  const up = (over: bigint, by: bigint): bigint => (over + by - 1n) / by;
  let held = amount(position.quantity);
  let due = 0n;
  let day = Math.floor((position.entry_time_ms ?? 0) / DAY_MS);
  const closes = [...position.closes];
  const parts: string[] = [];
  for (const entry of own) {
    if (Number(entry.seq) < (position.entry_seq ?? 0) || closes.length === 0) continue;
    const today = Math.floor(Number(entry.time_ms) / DAY_MS);
    if (today > day) {
      const rate = position.symbol.endsWith('/USD')
        ? ONE
        : amount(rates.findLast((one) => Number(one.time_ms) <= Number(entry.time_ms))!.last);
      const notional = up(
        held * amount(position.contract_size) * amount(position.entry_price ?? '') * rate,
        ONE ** 3n,
      );
      due += BigInt(today - day) * up(notional * amount(position.financing_rate), ONE);
      day = today;
    }
    while (closes[0]?.tape_seq === Number(entry.seq)) {
      const quantity = amount(closes.shift()!.quantity);
      const part = up(due * quantity, held);
      parts.push(formatAmount(part));
      due -= part;
      held -= quantity;
    }
  }
  return parts;
}

/** Recomputes every sum and has the verifier judge every fill. Returns the number of sums, nights and fills. */
async function allDerived(books: readonly bigint[], last: Price) {
  const tapes = await floor.pool.query<Entry & { symbol: string }>(
    'select symbol, seq, time_ms, last::text, gap from tape order by symbol, seq',
  );
  const tapeOf = new Map(
    [...PAIRS, RATE].map((symbol) => [symbol, tapes.rows.filter((one) => one.symbol === symbol)]),
  );
  const all = { product: undefined, status: undefined, symbol: undefined, below: undefined, limit: 1000 };
  const listed = (await Promise.all(books.map((book) => listPositions(floor.pool, { book, ...all })))).flat();
  let sums = 0;
  let nights = 0;
  for (const row of listed) {
    const position = positionView(row, instruments.get(row.symbol)!);
    const recorded = position.closes.map(({ financing }) => financing);
    expect(financingOf(position, tapeOf)).toEqual(recorded);
    sums += recorded.length;
    nights += position.nights.length;
    // Each night names its entry, which is the first of its day, and a rate from the rate's tape.
    for (const night of position.nights) {
      const entry = tapeOf.get(position.symbol)!.find(({ seq }) => Number(seq) === night.seq)!;
      expect(Number(entry.time_ms)).toBe(night.time_ms);
      const rate = tapeOf.get(RATE)!.find(({ seq }) => Number(seq) === night.rate_seq);
      expect(night.rate).toBe(position.symbol === 'GBP/USD' ? '1' : formatAmount(amount(rate?.last ?? '0')));
    }
  }
  await floor.step({ ...last, timeMs: last.timeMs + HOUR_MS - 1 }, 0);
  await floor.sign();
  const judged = await judgeAll(floor.pool);
  expect([...judged].filter(([, verdict]) => verdict !== 'proved')).toEqual([]);
  // A firing during a jump of the clock is refused and then retried.
  expect(floor.troubles.filter((trouble) => !String(trouble).includes('did not fire'))).toEqual([]);
  expect(floor.logged.filter(({ error }) => !String(error).includes('the price of a closing'))).toEqual([]);
  expect(await floor.breaches()).toEqual([]);
  return { positions: listed.length, sums, nights, fills: judged.size, kinds: [...judged.keys()] };
}

test('charges every sum of a week as recomputed from the documentation and the tape', async () => {
  const prices = pricesOf('GBPUSD_ejtrader_1h_2016-10-03_07.csv');
  const book = await floor.customer();
  const ids: bigint[] = [];
  for (const [at, price] of prices.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await floor.step(price, at);
    // oxlint-disable-next-line no-await-in-loop
    if (price.timeMs % DAY_MS === 0 || at === 20) await floor.settled();
    const hour = Math.floor(at / 2);
    if (at % 2 === 0 && [3, 9, 20, 33, 50].includes(hour)) {
      for (const symbol of ['EUR/GBP', 'GBP/USD'])
        for (const side of ['long', 'short'] as const) ids.push(await floor.open(book, symbol, { side })); // oxlint-disable-line no-await-in-loop
    }
    const closing = async (of: readonly bigint[], part?: string): Promise<void> => {
      for (const id of of) await floor.close(book, id, part === undefined ? undefined : amount(part)); // oxlint-disable-line no-await-in-loop
    };
    // oxlint-disable-next-line no-await-in-loop
    if (at === 75) await closing(ids.slice(0, 6), '0.2');
    // The closing comes at the first entry of a day, before or after the day's night was charged.
    // oxlint-disable-next-line no-await-in-loop
    if (at === 144) await closing(ids.slice(2, 12), '0.13');
    // oxlint-disable-next-line no-await-in-loop
    if (at === 230) await closing(ids);
  }
  const found = await allDerived([book], prices.at(-1)!);
  expect(found.positions).toBe(20);
  expect(found.sums).toBeGreaterThan(30);
  expect(found.nights).toBeGreaterThan(50);
}, 120_000);

/** Whether both pairs are open, and neither is about to close for the weekend. */
function isTrading(timeMs: number): boolean {
  const [day, hour] = [new Date(timeMs).getUTCDay(), new Date(timeMs).getUTCHours()];
  return day >= 1 && day <= 5 && hour < 20;
}

/** The number of customers in the month, and how many positions each holds at most. */
const CUSTOMERS = 4;
const HELD_MAX = 14;

test('charges every sum of a random month as recomputed, over weekends, partial closings, liquidations and gaps covered by the other side', async () => {
  const prices = pricesOf('GBPUSD_ejtrader_1h_2016-10-17_11-11.csv');
  const random = createRandom('a month of nights');
  const among = (count: number): number => Math.floor(random.next() * count);
  const holders: { readonly book: bigint; readonly held: Map<bigint, bigint> }[] = [];
  for (let count = 0; count < CUSTOMERS; count += 1)
    holders.push({ book: await floor.customer(), held: new Map() }); // oxlint-disable-line no-await-in-loop
  const openOne = async ({ book, held }: (typeof holders)[number]): Promise<void> => {
    const quantity = amount('0.01') * BigInt(1 + among(60));
    const leverage = [20, 50, 100, 200][among(4)]!;
    const side = random.next() < 0.5 ? 'long' : 'short';
    held.set(await floor.open(book, PAIRS[among(2)]!, { side, quantity, leverage }), quantity);
  };
  const closeOne = async ({ book, held }: (typeof holders)[number]): Promise<void> => {
    const [id, quantity] = [...held][among(held.size)]!;
    const part = amount('0.01') * BigInt(1 + among(Number(quantity / amount('0.01'))));
    const fate = await floor.close(book, id, part);
    if (part === quantity || fate === 'position_not_open') held.delete(id);
    else held.set(id, quantity - part);
  };
  for (const [at, price] of prices.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await floor.step(price, at);
    const acts = isTrading(price.timeMs) && random.next() < 0.3;
    // oxlint-disable-next-line no-await-in-loop
    if (acts || price.timeMs % DAY_MS === 0) await floor.settled();
    if (!acts) continue;
    const holder = holders[among(CUSTOMERS)]!;
    for (let count = 1 + among(3); count > 0; count -= 1)
      await (holder.held.size < HELD_MAX ? openOne(holder) : closeOne(holder)); // oxlint-disable-line no-await-in-loop
    for (let count = among(3); count > 0 && holder.held.size > 0; count -= 1) await closeOne(holder); // oxlint-disable-line no-await-in-loop
  }
  await floor.settled();
  const found = await allDerived(
    holders.map(({ book }) => book),
    prices.at(-1)!,
  );
  const { kinds, ...counts } = found;
  const closedOut = kinds.filter((kind) => kind.includes('close_out')).length;
  const charged = kinds.filter((kind) => kind.endsWith('charged')).length;
  console.info(JSON.stringify({ ...counts, closedOut, charged }));
  expect(found.sums).toBeGreaterThan(200);
  expect(found.nights).toBeGreaterThan(400);
  expect(closedOut).toBeGreaterThan(10);
  expect(charged).toBeGreaterThan(0);
}, 600_000);
