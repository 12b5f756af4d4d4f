/** The oracle detects every error that a server might make with a level, and accepts valid results. */
import { amount } from '@candor/domain/money/amount.ts';
import { describe, expect, test } from 'vitest';
import type { At, Entry, OrderState, PositionState } from './testing/level-history.ts';
import { violationOf, orderWatches, positionWatches } from './testing/level-oracle.ts';

const SYMBOL = 'BTC/USDT';
const GRACE_MS = 10_000;
/** One entry a second: the fourth falls to 95, the sixth is a gap entry at 90, and the tenth falls to 94. */
const bids = [100, 101, 100, 95, 99, 90, 99, 100, 101, 94, 100, 100];
const tape: Entry[] = bids.map((bid, at) => ({
  ...{ seq: at + 1, timeMs: (at + 1) * 1000, madeMs: (at + 1) * 1000, gap: at === 5 },
  ...{ bid: amount(String(bid)), ask: amount(String(bid + 1)) },
}));

const open: PositionState = {
  ...{ side: 'long', status: 'open', reason: null, symbol: SYMBOL, price: null, take_profit: null },
  ...{ stop_price: '96', trail_distance: null, entry_seq: '1', armed: { stop: [1, '2'] }, closes: [] },
};
const closed = (reason: string, seq: number): PositionState => ({
  ...open,
  ...{ status: 'closed', reason, closes: [{ reason, tape_seq: String(seq) }] },
});
const at = <State>(atMs: number, state: State): At<State> => ({ atMs, state });

function violations(
  states: readonly At<PositionState>[],
  {
    outages = [],
    endMs = 60_000,
  }: { readonly outages?: readonly { fromMs: number; toMs: number }[]; readonly endMs?: number } = {},
): string[] {
  return positionWatches({ name: 'it', states }).flatMap(
    (watch) => violationOf(watch, { tape, outages, graceMs: GRACE_MS, endMs }) ?? [],
  );
}

describe('a stop at 96, armed after entry 2', () => {
  test.each<[string, () => string[], RegExp | null]>([
    ['fires at entry 4', () => violations([at(2100, open), at(4200, closed('stop_loss', 4))]), null],
    [
      'fires at the next entry that reaches it',
      () => violations([at(2100, open), at(10_200, closed('stop_loss', 10))]),
      /fired at 10, and 4 reached it first/,
    ],
    [
      'fires at an entry that does not reach it',
      () => violations([at(2100, open), at(3200, closed('stop_loss', 3))]),
      /fired at 3, and 4 reached/,
    ],
    [
      'fires late',
      () => violations([at(2100, open), at(44_000, closed('stop_loss', 4))]),
      /fired 40000 ms after/,
    ],
    [
      'fires late while the server is down',
      () =>
        violations([at(2100, open), at(44_000, closed('stop_loss', 4))], {
          outages: [{ fromMs: 4001, toMs: 43_000 }],
        }),
      null,
    ],
    ['never fires', () => violations([at(2100, open)]), /was still not fired 56000 ms after entry 4/],
    ['has not fired yet', () => violations([at(2100, open)], { endMs: 9000 }), null],
    [
      'is moved away too late',
      () =>
        violations([at(2100, open), at(30_000, { ...open, stop_price: '50', armed: { stop: [2, '9'] } })]),
      /still not fired 26000 ms/,
    ],
    [
      'is moved in time, and the new level fires',
      () =>
        violations([
          at(2100, open),
          at(3500, { ...open, stop_price: '94.5', armed: { stop: [2, '3'] } }),
          at(10_100, closed('stop_loss', 10)),
        ]),
      null,
    ],
    [
      'is skipped by a target that fires later',
      () => violations([at(2100, open), at(9200, closed('take_profit', 9))]),
      /4 reached it, and 9 fired something else/,
    ],
    [
      'ends because a target fired earlier',
      () => violations([at(2100, open), at(3200, closed('take_profit', 3))]),
      null,
    ],
  ])('is accepted or reported by the oracle if it %s', (_, found, expected) => {
    if (expected === null) expect(found()).toEqual([]);
    else expect(found()).toEqual([expect.stringMatching(expected)]);
  });
});

test('computes a trailing stop from the best price since its arming, without gap entries', () => {
  const trailing = { ...open, stop_price: null, trail_distance: '6', armed: { trail: [1, '1'] } } as const;
  expect(violations([at(1100, trailing), at(4100, closed('trailing', 4))])).toEqual([]);
  expect(
    violations([at(1100, { ...trailing, trail_distance: '7' }), at(10_100, closed('trailing', 10))]),
  ).toEqual([]);
  expect(violations([at(1100, trailing), at(10_100, closed('trailing', 10))])).toHaveLength(1);
});

test('expects a resting order to fire at the first ask that reaches its limit', () => {
  const resting: OrderState = {
    ...{ side: 'buy', type: 'limit', status: 'open', reason: null, symbol: SYMBOL, price: '97' },
    ...{ version: '1', armed_seq: '1', created_ms: '1100', filled_seq: null },
  };
  const found = (state: OrderState): string[] =>
    orderWatches({ name: 'it', states: [at(1100, resting), at(10_100, state)] }).flatMap(
      (watch) => violationOf(watch, { tape, outages: [], graceMs: GRACE_MS, endMs: 60_000 }) ?? [],
    );
  expect(found({ ...resting, status: 'filled', filled_seq: '4' })).toEqual([]);
  expect(found({ ...resting, status: 'filled', filled_seq: '10' })).toHaveLength(1);
  expect(found({ ...resting, status: 'cancelled' })).toEqual([]);
});
