/** FIFO and average cost against naive oracles that treat every unit on its own, and properties that hold for any history. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import { costBasis, percentOf, unrealisedOf } from './cost-basis.ts';
import type { CoinMove, CostMethod } from './cost-basis.ts';

const methods: readonly CostMethod[] = ['fifo', 'average'];
const sumOf = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

type Step = { readonly kind: CoinMove['kind']; readonly units: number; readonly price: number };

/** Histories that never dispose of more than they hold; each unit bought has a whole price. */
const histories = fc
  .array(
    fc.record({
      kind: fc.constantFrom(
        'acquired' as const,
        'acquired' as const,
        'disposed' as const,
        'moved_out' as const,
      ),
      units: fc.integer({ min: 1, max: 12 }),
      price: fc.integer({ min: 0, max: 1000 }),
    }),
    { maxLength: 30 },
  )
  .map((steps: Step[]): CoinMove[] => {
    let held = 0;
    return steps.flatMap(({ kind, units, price }, at) => {
      const quantity = kind === 'acquired' ? units : Math.min(units, held);
      if (quantity === 0) return [];
      held += kind === 'acquired' ? quantity : -quantity;
      const value = BigInt(quantity * price);
      return [{ currency: 'BTC', timeMs: at, quantity: BigInt(quantity), value, kind }];
    });
  });

/** A queue of single units, each with its own price. */
function unitByUnit(moves: readonly CoinMove[]) {
  const queue: { cost: bigint; time: number }[] = [];
  const gains: { acquired: number; disposed: number; gain: bigint }[] = [];
  for (const { kind, quantity, value, timeMs } of moves) {
    for (let unit = 0n; unit < quantity; unit += 1n) {
      const each = value / quantity;
      if (kind === 'acquired') {
        queue.push({ cost: each, time: timeMs });
        continue;
      }
      const first = queue.shift();
      if (first === undefined) throw new Error('expected a unit, found none');
      if (kind === 'disposed')
        gains.push({ acquired: first.time, disposed: timeMs, gain: each - first.cost });
    }
  }
  return { gains, cost: sumOf(queue.map((one) => one.cost)), quantity: BigInt(queue.length) };
}

test('computes the same FIFO gains as a queue of single units, by acquisition and disposal', () => {
  fc.assert(
    fc.property(histories, (moves) => {
      const naive = unitByUnit(moves);
      const found = costBasis(moves, 'fifo');
      const naively = new Map<string, bigint>();
      for (const { acquired, disposed, gain } of naive.gains) {
        const key = `${acquired} ${disposed}`;
        naively.set(key, (naively.get(key) ?? 0n) + gain);
      }
      const gainOf = new Map(found.disposals.map((one) => [`${one.acquiredMs} ${one.disposedMs}`, one.gain]));
      expect(gainOf).toEqual(naively);
      const holding = found.holdings.get('BTC');
      expect([holding?.quantity ?? 0n, holding?.cost ?? 0n]).toEqual([naive.quantity, naive.cost]);
    }),
    { numRuns: 500 },
  );
});

/** The average as an exact fraction: cost = top ÷ bottom. */
function asFraction(moves: readonly CoinMove[]) {
  let [held, top, bottom] = [0n, 0n, 1n];
  let disposals = 0;
  for (const { kind, quantity, value } of moves) {
    if (kind === 'acquired') {
      [held, top] = [held + quantity, top + value * bottom];
      continue;
    }
    // The remaining quantity keeps its share of the cost.
    [top, bottom] = held === quantity ? [0n, 1n] : [top * (held - quantity), bottom * held];
    held -= quantity;
    disposals += 1;
  }
  return { held, top, bottom, disposals };
}

test('computes the average cost to within one unit for each disposal', () => {
  fc.assert(
    fc.property(histories, (moves) => {
      const exact = asFraction(moves);
      const holding = costBasis(moves, 'average').holdings.get('BTC') ?? { quantity: 0n, cost: 0n };
      expect(holding.quantity).toBe(exact.held);
      const apart = holding.cost * exact.bottom - exact.top;
      expect(apart >= 0n && apart <= BigInt(exact.disposals) * exact.bottom).toBe(true);
    }),
    { numRuns: 500 },
  );
});

/** Any values, including those at which no unit has a whole price. */
const uneven = fc
  .tuple(histories, fc.array(fc.bigInt({ min: 0n, max: 10n ** 14n }), { minLength: 30, maxLength: 30 }))
  .map(([moves, values]) => moves.map((move, at) => ({ ...move, value: values[at] ?? 0n })));

describe.each(methods)('%s', (method) => {
  test('accounts for every unit of cost and of proceeds if nothing moved out', () => {
    fc.assert(
      fc.property(uneven, (all) => {
        const moves = all.map((move) =>
          move.kind === 'moved_out' ? { ...move, kind: 'disposed' as const } : move,
        );
        const { disposals, holdings } = costBasis(moves, method);
        const of = (kind: CoinMove['kind']) =>
          sumOf(moves.filter((move) => move.kind === kind).map(({ value }) => value));
        const holding = holdings.get('BTC') ?? { cost: 0n, realised: 0n };
        expect(sumOf(disposals.map(({ cost }) => cost)) + holding.cost).toBe(of('acquired'));
        expect(sumOf(disposals.map(({ proceeds }) => proceeds))).toBe(of('disposed'));
        expect(holding.realised).toBe(of('disposed') - of('acquired') + holding.cost);
      }),
    );
  });

  test('gives the same total gain once everything is sold, whatever the order of the lots', () => {
    const bought = (quantity: bigint, value: bigint, timeMs: number): CoinMove => ({
      ...{ currency: 'BTC', quantity, value, timeMs, kind: 'acquired' },
    });
    const moves = [bought(3n, 100n, 1), bought(4n, 77n, 2), bought(1n, 5n, 3)];
    const sold: CoinMove = { currency: 'BTC', quantity: 8n, value: 200n, timeMs: 4, kind: 'disposed' };
    const { disposals, holdings } = costBasis([...moves, sold], method);
    expect(sumOf(disposals.map(({ gain }) => gain))).toBe(18n);
    expect(holdings.get('BTC')).toEqual({ quantity: 0n, cost: 0n, realised: 18n });
  });

  test('throws if more is disposed of than was held', () => {
    const sold: CoinMove = { currency: 'BTC', quantity: 1n, value: 1n, timeMs: 1, kind: 'disposed' };
    expect(() => costBasis([sold], method)).toThrow('none held');
  });
});

test('removes the cost of withdrawn coins without a gain', () => {
  const at = (timeMs: number, kind: CoinMove['kind'], quantity: string, value: string): CoinMove => ({
    ...{ currency: 'ETH', timeMs, kind, quantity: amount(quantity), value: amount(value) },
  });
  const moves = [
    at(1, 'acquired', '2', '3000'),
    at(2, 'moved_out', '1', '9999'),
    at(3, 'disposed', '1', '2000'),
  ];
  for (const method of methods) {
    const { disposals, holdings } = costBasis(moves, method);
    expect(disposals.map(({ cost, gain }) => [cost, gain])).toEqual([[amount('1500'), amount('500')]]);
    expect(holdings.get('ETH')).toEqual({ quantity: 0n, cost: 0n, realised: amount('500') });
  }
});

test.each([
  ['1', '8', '12.5'],
  ['-1', '3', '-33.3333'],
  ['0', '5', '0'],
])('%s of %s is %s per cent, truncated to four decimals', (part, whole, percent) => {
  expect(percentOf(amount(part), amount(whole))).toBe(amount(percent));
});

test('returns no percentage if the cost is zero', () => {
  expect(unrealisedOf({ cost: 0n }, amount('5'))).toEqual({ profit: amount('5'), percent: null });
});

test('takes as long for one long history as for eight of an eighth of its length', () => {
  const moves = (currency: string, count: number): CoinMove[] =>
    (['acquired', 'disposed'] as const).flatMap((kind, at) =>
      Array.from({ length: count }, (_, one) => ({
        ...{ currency, timeMs: at * count + one, quantity: 1000n, value: 7n, kind },
      })),
    );
  const one = moves('BTC', 80_000);
  const eight = Array.from({ length: 8 }, (_, coin) => moves(`COIN${coin}`, 10_000)).flat();
  const msOf = (all: readonly CoinMove[]): number => {
    const from = performance.now();
    expect(costBasis(all, 'fifo').disposals).toHaveLength(80_000);
    return performance.now() - from;
  };
  // Both have the same number of moves, so the collector and a busy machine delay both, and they take turns.
  const turns = Array.from({ length: 5 }, () => [msOf(one), msOf(eight)] as const);
  const shortest = (which: 0 | 1): number => Math.min(...turns.map((turn) => turn[which]));
  // Removing each used-up lot at once made the long history take thirty-five times as long.
  expect(shortest(0) / shortest(1)).toBeLessThan(10);
});
