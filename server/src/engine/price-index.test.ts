/** The price index and the scanning oracle pass the same cases. */
import { describe, expect, test } from 'vitest';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { entryOf, gapAfter, triggerOf } from './testing/cases.ts';
import type { TriggerText } from './testing/cases.ts';
import { EXACT_END } from './exact-integer.ts';
import { ScanningIndex } from './oracle.ts';
import { PriceIndex } from './price-index.ts';

type Case = {
  readonly name: string;
  readonly triggers: readonly TriggerText[];
  /** Bid and ask of the entries directly before the last one. They are matched after the triggers were added. */
  readonly before?: readonly (readonly [bid: string, ask: string, gap?: 'gap'])[];
  readonly removed?: readonly { readonly row: number; readonly version: number }[];
  readonly bid?: string;
  readonly ask?: string;
  readonly last?: string;
  readonly seq?: number;
  /** Whether the last entry is a gap entry, with the prices of the entry before it. */
  readonly isGap?: true;
  /** The expected rows and versions, in firing order. */
  readonly fires: readonly string[];
};

const cases: readonly Case[] = [
  { name: 'a buy level above the ask', triggers: [{ row: 1, level: '101' }], fires: ['1v1'] },
  { name: 'a buy level at the ask', triggers: [{ row: 1, level: '100' }], fires: ['1v1'] },
  { name: 'a buy level one unit below the ask', triggers: [{ row: 1, level: '99.99999999' }], fires: [] },
  {
    name: 'a sell level at the bid',
    triggers: [{ row: 1, level: '99', condition: 'bid_at_or_above' }],
    fires: ['1v1'],
  },
  {
    name: 'a sell level above the bid',
    triggers: [{ row: 1, level: '99.00000001', condition: 'bid_at_or_above' }],
    fires: [],
  },
  {
    name: 'the stop of a short position at the ask',
    triggers: [{ row: 1, level: '100', condition: 'ask_at_or_above' }],
    fires: ['1v1'],
  },
  {
    name: 'the stop of a long position at the bid',
    triggers: [{ row: 1, level: '99', condition: 'bid_at_or_below' }],
    fires: ['1v1'],
  },
  {
    name: 'the stop of a long position below the bid',
    triggers: [{ row: 1, level: '98', condition: 'bid_at_or_below' }],
    fires: [],
  },
  {
    name: 'levels of the charted price, reached from below and from above',
    last: '150',
    triggers: [
      { row: 1, level: '150', condition: 'last_at_or_above' },
      { row: 2, level: '150.00000001', condition: 'last_at_or_above' },
      { row: 3, level: '149', condition: 'last_at_or_above' },
      { row: 4, level: '150', condition: 'last_at_or_below' },
      { row: 5, level: '149.99999999', condition: 'last_at_or_below' },
      { row: 6, level: '151', condition: 'last_at_or_below' },
    ],
    fires: ['6v1', '4v1', '3v1', '1v1'],
  },
  {
    name: 'levels of the charted price at a gap entry, which fires none of them',
    isGap: true,
    last: '150',
    triggers: [
      { row: 1, level: '150', condition: 'last_at_or_above' },
      { row: 2, level: '150', condition: 'last_at_or_below' },
    ],
    fires: [],
  },
  {
    name: 'a trigger armed at the matched entry',
    triggers: [{ row: 1, level: '101', armed: 10 }],
    fires: [],
  },
  { name: 'a trigger armed at a later entry', triggers: [{ row: 1, level: '101', armed: 11 }], fires: [] },
  {
    name: 'a trigger armed one entry earlier',
    triggers: [{ row: 1, level: '101', armed: 9 }],
    fires: ['1v1'],
  },
  {
    name: 'a trigger for another symbol',
    triggers: [{ row: 1, level: '101', symbol: 'ETH/USDT' }],
    fires: [],
  },
  {
    name: 'the better price first, then the longer wait, then the lower book and row',
    triggers: [
      { row: 1, level: '101', armed: 3 },
      { row: 2, level: '102', armed: 4 },
      { row: 3, level: '101', armed: 2 },
      { row: 5, level: '101', armed: 2 },
      { row: 4, level: '101', armed: 2 },
    ],
    fires: ['2v1', '3v1', '4v1', '5v1', '1v1'],
  },
  {
    name: 'buys first, then sells from the lowest level upwards',
    triggers: [
      { row: 1, level: '98', condition: 'bid_at_or_above' },
      { row: 2, level: '97', condition: 'bid_at_or_above' },
      { row: 3, level: '100' },
    ],
    fires: ['3v1', '2v1', '1v1'],
  },
  {
    name: 'a level moved out of reach',
    triggers: [
      { row: 1, level: '101' },
      { row: 1, level: '90', version: 2 },
    ],
    fires: [],
  },
  {
    name: 'a level moved within reach',
    triggers: [
      { row: 1, level: '90' },
      { row: 1, level: '100', version: 2 },
    ],
    fires: ['1v2'],
  },
  {
    name: 'an older version that arrives after a newer one',
    triggers: [
      { row: 1, level: '90', version: 2 },
      { row: 1, level: '100' },
    ],
    fires: [],
  },
  {
    name: 'a removed trigger',
    triggers: [{ row: 1, level: '101' }],
    removed: [{ row: 1, version: 2 }],
    fires: [],
  },
  {
    name: 'a removal of an older version than the level’s',
    triggers: [{ row: 1, level: '101', version: 3 }],
    removed: [{ row: 1, version: 2 }],
    fires: ['1v3'],
  },
  {
    name: 'rows of the same number in different kinds and books',
    triggers: [
      { row: 1, level: '101' },
      { row: 1, level: '101', kind: 'stop' },
      { row: 1, level: '101', book: 2 },
    ],
    removed: [{ row: 1, version: 1 }],
    fires: ['1v1', '1v1'],
  },
  {
    name: 'a level beyond every price',
    triggers: [{ row: 1, level: '99999999999999999999' }],
    fires: ['1v1'],
  },
  {
    name: 'a level that no price can reach',
    triggers: [{ row: 1, level: '99999999999999999999', condition: 'ask_at_or_above' }],
    fires: [],
  },
  {
    name: 'times that have passed, before every price',
    triggers: [
      { row: 1, level: '101' },
      { row: 2, level: '', levelMs: 2500, condition: 'time_at_or_after' },
      { row: 3, level: '', levelMs: 0, condition: 'time_at_or_after' },
    ],
    fires: ['3v1', '2v1', '1v1'],
  },
  {
    name: 'a time one millisecond ahead',
    triggers: [{ row: 1, level: '', levelMs: 2501, condition: 'time_at_or_after' }],
    fires: [],
  },
  {
    name: 'a time trigger armed at the matched entry',
    triggers: [{ row: 1, level: '', levelMs: 0, condition: 'time_at_or_after', armed: 10 }],
    fires: [],
  },
  {
    name: 'trailing the bid: a fall by the distance from the highest bid since the arming',
    before: [
      ['100', '101'],
      ['103', '104'],
    ],
    triggers: [
      { row: 1, level: '4', condition: 'bid_falls_by', armed: 8 },
      { row: 2, level: '4.00000001', condition: 'bid_falls_by', armed: 8 },
    ],
    fires: ['1v1'],
  },
  {
    name: 'trailing the ask: a rise by the distance from the lowest ask since the arming',
    before: [
      ['97', '98'],
      ['94', '95'],
    ],
    triggers: [
      { row: 1, level: '5', condition: 'ask_rises_by', armed: 8 },
      { row: 2, level: '5.00000001', condition: 'ask_rises_by', armed: 8 },
    ],
    fires: ['1v1'],
  },
  {
    name: 'an extreme that includes the arming entry but no earlier ones',
    before: [
      ['110', '111'],
      ['103', '104'],
      ['101', '102'],
    ],
    triggers: [
      { row: 1, level: '4', condition: 'bid_falls_by', armed: 8 },
      { row: 2, level: '4', condition: 'bid_falls_by', armed: 9 },
      { row: 3, level: '4', condition: 'bid_falls_by', armed: 10 },
      { row: 4, level: '0.00000001', condition: 'bid_falls_by', armed: 11 },
    ],
    fires: ['1v1'],
  },
  {
    name: 'one row with trailing triggers and levels, independently of each other',
    before: [['103', '104']],
    triggers: [
      { row: 1, level: '4', condition: 'bid_falls_by', armed: 9, kind: 'trail' },
      { row: 1, level: '99', condition: 'bid_at_or_below', armed: 9, kind: 'stop' },
      { row: 1, level: '120', condition: 'bid_at_or_above', armed: 9, kind: 'target' },
    ],
    fires: ['1v1', '1v1'],
  },
  {
    name: 'among trailing triggers, the one whose price was reached first, then the longest wait',
    before: [
      ['105', '106'],
      ['103', '104'],
    ],
    triggers: [
      { row: 1, level: '4', condition: 'bid_falls_by', armed: 9 },
      { row: 2, level: '5', condition: 'bid_falls_by', armed: 8 },
      { row: 3, level: '6', condition: 'bid_falls_by', armed: 8 },
      { row: 4, level: '3', condition: 'bid_falls_by', armed: 9 },
    ],
    fires: ['2v1', '4v1', '3v1', '1v1'],
  },
  {
    name: 'a clock trigger at an ordinary entry, before triggers that wait for a price at that time',
    triggers: [
      { row: 1, level: '', levelMs: 0, condition: 'time_at_or_after' },
      { row: 2, level: '', levelMs: 2500, condition: 'clock_at_or_after' },
      { row: 3, level: '', levelMs: 2501, condition: 'clock_at_or_after' },
    ],
    fires: ['2v1', '1v1'],
  },
  {
    name: 'clock triggers only, at a gap entry',
    isGap: true,
    triggers: [
      { row: 1, level: '101' },
      { row: 2, level: '99', condition: 'bid_at_or_above' },
      { row: 3, level: '99', condition: 'bid_at_or_below' },
      { row: 4, level: '100', condition: 'ask_at_or_above' },
      { row: 5, level: '', levelMs: 0, condition: 'time_at_or_after' },
      { row: 6, level: '', levelMs: 2501, condition: 'clock_at_or_after' },
      { row: 7, level: '', levelMs: 2500, condition: 'clock_at_or_after' },
      { row: 8, level: '', levelMs: 0, condition: 'clock_at_or_after', armed: 9 },
      { row: 9, level: '', levelMs: 0, condition: 'clock_at_or_after', armed: 10 },
    ],
    fires: ['8v1', '7v1'],
  },
  {
    name: 'triggers that a gap entry did not fire, later, trailing from the price that it repeated',
    before: [
      ['110', '111'],
      ['110', '111', 'gap'],
    ],
    triggers: [
      { row: 1, level: '11', condition: 'bid_falls_by', armed: 8 },
      { row: 2, level: '11', condition: 'bid_falls_by', armed: 9 },
      { row: 3, level: '11.00000001', condition: 'bid_falls_by', armed: 9 },
      { row: 4, level: '', levelMs: 2000, condition: 'time_at_or_after', armed: 8 },
      { row: 5, level: '111', armed: 8 },
    ],
    fires: ['4v1', '5v1', '1v1', '2v1'],
  },
  {
    name: 'a trailing distance that was widened, and one that was removed',
    before: [['105', '106']],
    triggers: [
      { row: 1, level: '4', condition: 'bid_falls_by', armed: 9 },
      { row: 1, level: '7', condition: 'bid_falls_by', armed: 9, version: 2 },
      { row: 2, level: '4', condition: 'bid_falls_by', armed: 9 },
    ],
    removed: [{ row: 2, version: 1 }],
    fires: [],
  },
];

describe.each([
  ['price index', () => new PriceIndex()],
  ['scanning oracle', () => new ScanningIndex()],
])('the %s', (_name, create) => {
  test.each(cases)(
    'fires the expected rows in order: $name',
    ({
      triggers,
      before = [],
      removed = [],
      bid = '99',
      ask = '100',
      last = bid,
      seq = 10,
      isGap,
      fires,
    }) => {
      const index = create();
      for (const trigger of triggers) index.put(triggerOf(trigger));
      before.forEach(([bidBefore, askBefore, gap], at) => {
        const earlier = entryOf({ seq: seq - before.length + at, bid: bidBefore, ask: askBefore });
        expect(index.match(gap === undefined ? earlier : gapAfter(earlier, earlier))).toEqual([]);
      });
      for (const { row, version } of removed) index.remove(triggerOf({ row, level: '0' }), version);
      const quote = entryOf({ seq, bid, ask, last });
      const entry = isGap === true ? gapAfter(quote, quote) : quote;
      expect(index.match(entry).map(({ row, version }) => `${row}v${version}`)).toEqual(fires);
      expect(index.match({ ...entry, seq: entry.seq }).length).toBe(0);
    },
  );
});

test('returns the earliest clock time among a symbol’s triggers', () => {
  const index = new PriceIndex();
  const clock = (row: number, levelMs: number, symbol = 'BTC/USDT') =>
    triggerOf({ row, level: '', levelMs, condition: 'clock_at_or_after', symbol });
  expect(index.clockOf('BTC/USDT')).toBeUndefined();
  index.put(triggerOf({ row: 9, level: '', levelMs: 5, condition: 'time_at_or_after' }));
  expect(index.clockOf('BTC/USDT')).toBeUndefined();
  for (let row = 0; row < 2000; row += 1) index.put(clock(row + 10, 4000 + ((row * 7919) % 2000)));
  expect(index.clockOf('BTC/USDT')).toBe(4000);
  index.put(clock(1, 3000));
  index.put(clock(2, 0, 'ETH/USDT'));
  expect([index.clockOf('BTC/USDT'), index.clockOf('ETH/USDT')]).toEqual([3000, 0]);
  index.match(entryOf({ seq: 13, bid: '1', ask: '1' }));
  expect(index.clockOf('BTC/USDT')).toBe(4000);
  index.match(entryOf({ seq: 20, bid: '1', ask: '1' }));
  expect(index.clockOf('BTC/USDT')).toBe(5001);
  index.match(entryOf({ seq: 24, bid: '1', ask: '1' }));
  expect(index.clockOf('BTC/USDT')).toBeUndefined();
});

test('fires exactly the rows whose level is reached, among a hundred thousand rows, after growth, moves and removals', () => {
  const index = new PriceIndex();
  const rows = 100_000;
  const trigger = (row: number, version: number): Trigger => ({
    ...triggerOf({ row, level: '1', book: 1 + (row % 7), version }),
    level: BigInt((row * 7919 + version * 104_729) % 50_000) + 1n,
  });
  for (let row = 0; row < rows; row += 1) index.put(trigger(row, 1));
  for (let row = 0; row < rows; row += 2) index.put(trigger(row, 2));
  for (let row = 0; row < rows; row += 5) index.remove(trigger(row, 2), 2);
  const alive = new Map<bigint, Trigger>();
  for (let row = 0; row < rows; row += 1) {
    if (row % 5 !== 0) alive.set(BigInt(row), trigger(row, row % 2 === 0 ? 2 : 1));
  }
  expect(index.size).toBe(alive.size);
  let fired = 0;
  for (let ask = 50_000n; ask >= 0n; ask -= 1250n) {
    const entry = { ...entryOf({ seq: 1, bid: '1', ask: '1' }), bid: ask, ask };
    const hits = index.match(entry);
    const levels = hits.map(({ row }) => alive.get(row)!.level);
    expect(levels).toEqual(levels.toSorted((a, b) => (a < b ? 1 : -1)));
    for (const { row, version, book } of hits) {
      expect({ version, book }).toEqual({ version: alive.get(row)!.version, book: alive.get(row)!.book });
      expect(alive.get(row)!.level >= ask).toBe(true);
    }
    fired += hits.length;
  }
  expect(fired).toBe(alive.size);
  expect(index.size).toBe(0);
});

test('fires fifty thousand trailing triggers that share one extreme in order, after insertions, moves and removals', () => {
  const index = new PriceIndex();
  const rows = 50_000;
  const trail = (row: number, distance: number): Trigger => ({
    ...triggerOf({ row, level: '1', condition: 'bid_falls_by' }),
    level: BigInt(distance),
  });
  const high = entryOf({ seq: 1, bid: '1', ask: '1' });
  // Decreasing distances and then increasing ones produce the deepest trees.
  for (let row = 0; row < rows; row += 1) {
    const nearer = row < rows / 2;
    index.put(trail(row, nearer ? rows - row : row - rows / 2 + 1), high.bid);
  }
  for (let row = 0; row < rows; row += 3) index.remove(trail(row, 1), 1);
  let last = 0;
  let fired = 0;
  for (let fall = 1000; fall <= rows; fall += 1000) {
    const entry = { ...high, seq: BigInt(fall), bid: high.bid - BigInt(fall) };
    for (const { row } of index.match(entry)) {
      const distance = Number(row) < rows / 2 ? rows - Number(row) : Number(row) - rows / 2 + 1;
      expect(distance >= last && distance <= fall && row % 3n !== 0n).toBe(true);
      last = distance;
      fired += 1;
    }
  }
  expect(fired).toBe(rows - Math.ceil(rows / 3));
  expect(index.size).toBe(0);
});

test('throws for a price that a double cannot represent exactly', () => {
  const index = new PriceIndex();
  index.put(triggerOf({ row: 1, level: '1' }));
  const entry = { ...entryOf({ seq: 1, bid: '1', ask: '1' }), ask: BigInt(EXACT_END) };
  expect(() => index.match(entry)).toThrow(RangeError);
});
