/**
 * Ten thousand seeded markets, in each of which a purchase with a take profit and a stop loss waits for a limit, a stop or the
 * next quote. However prices move, and however often and late firings are repeated, the sale that protects the purchase starts
 * at the entry of the purchase's fill, sells as much as was bought, and fills at most once, at the first later entry that
 * reaches either level. The fast index and the scanning oracle find the same firings, also for ten thousand trailing stops.
 */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { firstFiring } from '@candor/domain/trading/trigger.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Facts } from '../../commands/command.ts';
import { unshared } from '../../commands/testing/unshared.ts';
import { ScanningIndex } from '../../engine/oracle.ts';
import { PriceIndex } from '../../engine/price-index.ts';
import { entryOf } from '../../engine/testing/cases.ts';
import { gates } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { createRandom } from '../../quotes/feeds/random.ts';
import { armingsOf } from './effects.ts';
import { decideFiring } from './resting.ts';
import type { SpotFillRow, SpotOrderRow } from './tables.ts';
import { spotFills, spotOrders } from './tables.ts';

const SEEDS = 10_000;
const ENTRIES = 24;
const ENTRY_ID = 9n;

const plain: SpotOrderRow = {
  ...{ book: 100_001n, id: ENTRY_ID, symbol: 'BTC/USDT', toSymbol: null, side: 'buy', type: 'limit' },
  ...{
    quantity: amount('1'),
    price: null,
    stop: null,
    filledQuantity: 0n,
    feeRate: 0n,
    held: amount('1000'),
  },
  ...{ status: 'open', reason: null, version: 1, armedSeq: 1n, createdMs: 250, updatedMs: 250, fillAgeMs: 0 },
  ...{ toArmedSeq: null, toFillAgeMs: null, toFeeRate: null, budget: null, worst: null, priced: [] },
  ...{ endedSeq: null, amendedMs: null, cancel: null, triggeredSeq: null, timeInForce: 'GTC' },
  ...{
    clientOrderId: null,
    limitName: null,
    stopName: null,
    expiresMs: null,
    trailDistance: null,
    trailBps: null,
    trailSeq: null,
  },
  ...{ takeProfit: null, stopLoss: null, entryId: null },
};

function tapeOf(next: () => number): TapeEntry[] {
  let price = 100;
  return Array.from({ length: ENTRIES }, (_, at) => {
    price += Math.round((next() - 0.5) * 6);
    return entryOf({ seq: at + 2, bid: `${price}`, ask: `${price}.01`, timeMs: (at + 2) * 250 });
  });
}

function purchaseOf(next: () => number): SpotOrderRow {
  const type = (['limit', 'stop', 'market'] as const)[Math.floor(next() * 3)] ?? 'limit';
  const away = Math.floor(next() * 5) + 1;
  const levels = {
    takeProfit: amount(`${100 + 1 + Math.floor(next() * 8)}`),
    stopLoss: amount(`${100 - 1 - Math.floor(next() * 8)}`),
  };
  return {
    ...plain,
    ...levels,
    type,
    price: type === 'limit' ? amount(`${100 - away}`) : null,
    stop: type === 'stop' ? amount(`${100 + away}`) : null,
  };
}

class Book {
  readonly orders = new Map<bigint, SpotOrderRow>();
  readonly fills: SpotFillRow[] = [];
  #ids = ENTRY_ID;

  constructor(order: SpotOrderRow) {
    this.orders.set(order.id, order);
  }

  /** Fires an order and returns the rows that it wrote. */
  fire(trigger: { row: bigint; version: number }, entry: TapeEntry, houseHas: boolean): SpotOrderRow[] {
    const facts: Facts = {
      ...{
        book: 100_001n,
        nowMs: 0,
        wallMs: WALL,
        cancelOnly: false,
        stops: [],
        journalSeq: 1n,
        ...unshared,
      },
      balance: () => amount('1000000'),
      balances: () => [],
      houseHas: () => houseHas,
      row: (table) => ((table as unknown) === gates ? openGate : this.orders.get(trigger.row)) as never,
      openRows: () => [],
      openCount: () => 0,
      counter: () => 0n,
      head: () => undefined,
      newId: () => (this.#ids += 1n),
    };
    const firing = {
      id: trigger.row,
      version: trigger.version,
      instruments,
      entry,
      jurisdictions: 'demo',
    } as const;
    const decided = decideFiring(firing, facts);
    if (!decided.ok) throw new Error('expected a decision, found a refusal');
    const written = (decided.value.puts ?? []).flatMap(({ table, row }) =>
      (table as unknown) === spotOrders ? [row as SpotOrderRow] : [],
    );
    for (const order of written) this.orders.set(order.id, order);
    for (const { table, row } of decided.value.appends ?? [])
      if ((table as unknown) === spotFills) this.fills.push(row as SpotFillRow);
    return written;
  }
}

const triggersOf = (order: SpotOrderRow): Trigger[] =>
  armingsOf(order).flatMap(({ level, ...arming }) =>
    level === null ? [] : [{ ...arming, level, book: order.book }],
  );

/** Returns the first entry that fires any of an order's triggers, without using an index. */
function firstOf(order: SpotOrderRow, tape: readonly TapeEntry[]): bigint | undefined {
  const found = triggersOf(order).map((trigger) => firstFiring(trigger, tape)?.seq);
  return found.filter((seq) => seq !== undefined).toSorted((one, other) => Number(one - other))[0];
}

function race(seed: number): string {
  const { next } = createRandom(`bracket ${seed}`);
  const purchase = purchaseOf(next);
  const book = new Book(purchase);
  const tape = tapeOf(next);
  const [fast, slow] = [new PriceIndex(), new ScanningIndex()];
  const put = (order: SpotOrderRow) => {
    for (const trigger of triggersOf(order)) for (const index of [fast, slow]) index.put(trigger);
  };
  put(purchase);
  // Firings that are decided some entries later, in order. The engine receives the triggers that they arm only then.
  const late: { row: bigint; version: number; entry: TapeEntry }[] = [];
  const missed = (order: SpotOrderRow, upTo: bigint) => {
    const seq = firstOf(
      order,
      tape.filter((entry) => entry.seq <= upTo),
    );
    const entry = tape.find((one) => one.seq === seq);
    if (entry === undefined) put(order);
    else late.push({ row: order.id, version: order.version, entry });
  };
  for (const [at, entry] of tape.entries()) {
    const fired = fast.match(entry);
    expect(fired).toEqual(slow.match(entry));
    late.push(...fired.map(({ row, version }) => ({ row, version, entry })));
    if (next() < 0.4 && at < ENTRIES - 1) continue;
    for (let firing = late.shift(); firing !== undefined; firing = late.shift()) {
      const houseHas = next() >= 0.2;
      const again = next() < 0.5 ? 2 : 1;
      for (let turn = 0; turn < again; turn += 1) {
        for (const order of book.fire(firing, firing.entry, houseHas)) {
          if (order.status === 'open') missed(order, entry.seq);
        }
      }
    }
  }
  return fateOf(book, purchase, tape);
}

/** Checks the fills against the tape alone, and returns the outcome of the bracket. */
function fateOf({ orders, fills }: Book, purchase: SpotOrderRow, tape: readonly TapeEntry[]): string {
  const sales = [...orders.values()].filter(({ entryId }) => entryId === ENTRY_ID);
  const bought = fills.filter(({ orderId }) => orderId === ENTRY_ID);
  const isFilled = orders.get(ENTRY_ID)?.status === 'filled';
  expect([bought.length, sales.length]).toEqual(isFilled ? [1, 1] : [0, 0]);
  expect(fills.length).toBeLessThanOrEqual(2);
  const [fill] = bought;
  const [sale] = sales;
  if (fill === undefined || sale === undefined) return 'nothing';
  expect(fill.tapeSeq >= (firstOf(purchase, tape) ?? 0n)).toBe(true);
  expect([sale.quantity, sale.price, sale.stop]).toEqual([
    fill.quantity,
    purchase.takeProfit,
    purchase.stopLoss,
  ]);
  const sold = fills.find(({ orderId }) => orderId === sale.id);
  if (sold === undefined) return sale.status === 'open' ? 'open' : 'gone';
  expect([sold.quantity, sale.status]).toEqual([fill.quantity, 'filled']);
  const begun = { ...sale, status: 'open', version: 1, armedSeq: fill.tapeSeq } as const;
  const first = firstOf(begun, tape);
  // If the sale was rearmed for lack of money, it fills at a later entry that reaches a level.
  expect(sale.version === 1 ? sold.tapeSeq === first : sold.tapeSeq > (first ?? 0n)).toBe(true);
  return sold.price >= (purchase.takeProfit ?? 0n) ? 'profit' : 'loss';
}

test('protects a purchase once, as soon as it fills, in ten thousand markets', { timeout: 120_000 }, () => {
  const fates = new Map<string, number>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const fate = race(seed);
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
  }
  for (const fate of ['nothing', 'open', 'profit', 'loss']) expect(fates.get(fate)).toBeGreaterThan(500);
  expect(fates.has('gone')).toBe(false);
});

test('fires a trailing stop once, as the oracle does, in ten thousand markets', { timeout: 120_000 }, () => {
  const fates = { filled: 0, open: 0, rearmed: 0 };
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const { next } = createRandom(`trailing ${seed}`);
    const side = next() < 0.5 ? 'buy' : 'sell';
    const trailDistance = amount(`${1 + Math.floor(next() * 12)}`);
    const held = side === 'buy' ? plain.held : plain.quantity;
    const order: SpotOrderRow = { ...plain, type: 'trailing_stop', side, held, trailDistance, trailSeq: 1n };
    // The entry of the acceptance. The best price is measured from it.
    const tape = [entryOf({ seq: 1, bid: '100', ask: '100.01', timeMs: 250 }), ...tapeOf(next)];
    const book = new Book(order);
    const [fast, slow] = [new PriceIndex(), new ScanningIndex()];
    const put = (row: SpotOrderRow) => {
      for (const trigger of triggersOf(row)) for (const index of [fast, slow]) index.put(trigger);
    };
    put(order);
    const first = firstOf(order, tape);
    for (const entry of tape) {
      const fired = fast.match(entry);
      expect(fired).toEqual(slow.match(entry));
      for (const trigger of fired) {
        if (book.orders.get(ENTRY_ID)?.version === 1) expect(entry.seq).toBe(first);
        for (const row of book.fire(trigger, entry, next() >= 0.3)) if (row.status === 'open') put(row);
        if (next() < 0.5) book.fire(trigger, entry, true);
      }
    }
    const is = book.orders.get(ENTRY_ID);
    expect(book.fills.length).toBe(is?.status === 'filled' ? 1 : 0);
    if (is?.status === 'filled' && is.version === 1) expect(book.fills[0]?.tapeSeq).toBe(first);
    if (is?.version === 1) fates[is.status === 'filled' ? 'filled' : 'open'] += 1;
    else {
      // An order that was reached while the house lacked money waits at the price at which it was reached.
      const at = tape.find(({ seq }) => seq === first);
      expect(is?.stop).toBe(side === 'buy' ? at?.ask : at?.bid);
      fates.rearmed += 1;
    }
  }
  expect(Math.min(...Object.values(fates))).toBeGreaterThan(500);
});
