/**
 * Ten thousand seeded markets, in each of which an order waits for both a limit and a stop. However prices move and however
 * often firings are repeated, the order either fills once, at the first entry that reaches either level, or expires before that.
 * The fast index and the scanning oracle find the same firings.
 */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
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
import { decideExpiryFiring } from './cancelling.ts';
import { armingsOf, SPOT_EXPIRY } from './effects.ts';
import { decideFiring } from './resting.ts';
import type { SpotFillRow, SpotOrderRow } from './tables.ts';
import { spotFills, spotOrders } from './tables.ts';

const SEEDS = 10_000;
const ENTRIES = 24;

function tapeOf(next: () => number): TapeEntry[] {
  let price = 100;
  return Array.from({ length: ENTRIES }, (_, at) => {
    price += Math.round((next() - 0.5) * 6);
    return entryOf({ seq: at + 2, bid: `${price}`, ask: `${price}.01`, timeMs: (at + 2) * 250 });
  });
}

function orderOf(next: () => number): SpotOrderRow {
  const side = next() < 0.5 ? 'buy' : 'sell';
  const [low, high] = [
    amount(`${100 - 1 - Math.floor(next() * 10)}`),
    amount(`${100 + 1 + Math.floor(next() * 10)}`),
  ];
  return {
    ...{
      book: 100_001n,
      id: 9n,
      symbol: 'BTC/USDT',
      toSymbol: null,
      side,
      type: 'oco',
      quantity: amount('1'),
    },
    ...{
      price: side === 'buy' ? low : high,
      stop: side === 'buy' ? high : low,
      filledQuantity: 0n,
      feeRate: 0n,
    },
    ...{
      status: 'open',
      reason: null,
      version: 1,
      armedSeq: 1n,
      held: amount('1'),
      createdMs: 250,
      updatedMs: 250,
    },
    ...{
      fillAgeMs: 0,
      toArmedSeq: null,
      toFillAgeMs: null,
      toFeeRate: null,
      budget: null,
      worst: null,
      priced: [],
    },
    ...{
      endedSeq: null,
      amendedMs: null,
      trailDistance: null,
      trailBps: null,
      trailSeq: null,
      takeProfit: null,
      stopLoss: null,
      entryId: null,
      cancel: null,
      triggeredSeq: null,
      timeInForce: 'GTD',
      clientOrderId: null,
      limitName: null,
      stopName: null,
    },
    expiresMs: Math.floor((next() * 1.5 + 0.1) * ENTRIES * 250),
  };
}

type Book = { order: SpotOrderRow; readonly fills: SpotFillRow[] };

/** Whether the house has enough is also random, so that orders are rearmed. */
function factsOf(book: Book, houseHas: () => boolean): Facts {
  return {
    ...{ book: 100_001n, nowMs: 0, wallMs: WALL, cancelOnly: false, stops: [], journalSeq: 1n, ...unshared },
    balance: () => amount('1000000'),
    balances: () => [],
    houseHas,
    row: (table) => ((table as unknown) === gates ? openGate : book.order) as never,
    openRows: () => [],
    openCount: () => 0,
    counter: () => 0n,
    head: () => undefined,
    newId: () => 1n,
  };
}

const triggersOf = (order: SpotOrderRow): Trigger[] =>
  armingsOf(order).flatMap(({ level, ...arming }) =>
    level === null ? [] : [{ ...arming, level, book: order.book }],
  );

function race(seed: number): { fates: string; told: string } {
  const { next } = createRandom(`oco ${seed}`);
  const book: Book = { order: orderOf(next), fills: [] };
  const tape = tapeOf(next);
  const accepted = book.order;
  const [fast, slow] = [new PriceIndex(), new ScanningIndex()];
  for (const trigger of triggersOf(accepted)) for (const index of [fast, slow]) index.put(trigger);
  let isShort = false;
  const shortAt = new Set<bigint>();
  for (const entry of tape) {
    const fired = fast.match(entry);
    expect(fired).toEqual(slow.match(entry));
    isShort = next() < 0.3;
    // A firing whose answer is lost is sent again, and a firing of the other level may come at the same entry.
    for (const { kind, version } of fired.flatMap((one) => (next() < 0.5 ? [one] : [one, one]))) {
      const facts = factsOf(book, () => !isShort);
      const before = book.order;
      const decided =
        kind === SPOT_EXPIRY
          ? decideExpiryFiring({ id: 9n, version, entry }, facts)
          : decideFiring({ id: 9n, version, instruments, entry, jurisdictions: 'demo' }, facts);
      if (!decided.ok) throw new Error('expected a decision, found a refusal');
      for (const { table, row } of decided.value.puts ?? [])
        if ((table as unknown) === spotOrders) book.order = row as SpotOrderRow;
      for (const { table, row } of decided.value.appends ?? [])
        if ((table as unknown) === spotFills) book.fills.push(row as SpotFillRow);
      if (book.order.version > before.version && book.order.status === 'open') shortAt.add(entry.seq);
      for (const arming of decided.value.armings ?? [])
        for (const index of [fast, slow])
          if (arming.level === null) index.remove({ ...arming, book: 100_001n }, arming.version);
          else index.put({ ...arming, level: arming.level, book: 100_001n });
    }
  }
  expect(book.fills.length).toBe(book.order.status === 'filled' ? 1 : 0);
  return { fates: fateOf(book), told: expectedOf(accepted, tape, shortAt) };
}

function fateOf({ order, fills }: Book): string {
  return order.status === 'filled'
    ? `filled at ${fills[0]?.tapeSeq}`
    : `${order.status} ${order.endedSeq ?? ''}`;
}

/** The rule in its simplest form: the first entry before the expiry that reaches either level while the house has enough. */
function expectedOf(
  { side, price, stop, expiresMs }: SpotOrderRow,
  tape: readonly TapeEntry[],
  short: ReadonlySet<bigint>,
) {
  for (const { seq, timeMs, bid, ask } of tape) {
    if (timeMs >= (expiresMs ?? Infinity)) return `cancelled ${seq}`;
    const [low, high] = side === 'buy' ? [ask <= price!, ask >= stop!] : [bid <= stop!, bid >= price!];
    if ((low || high) && !short.has(seq)) return `filled at ${seq}`;
  }
  return 'open ';
}

test('fills an OCO order once, at the first entry that reaches either level, in ten thousand markets', () => {
  const ends = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { fates, told } = race(seed);
    if (fates !== told) throw new Error(`seed ${seed}: ${fates}, by the rule ${told}`);
    const end = fates.split(' ')[0] ?? '';
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  // Each outcome is common, so the markets test all of them.
  for (const end of ['filled', 'cancelled', 'open']) expect(ends.get(end)).toBeGreaterThan(200);
});
