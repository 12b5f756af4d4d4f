/** The tape entry at which a trigger fires. */
import { expect, test } from 'vitest';
import type { TapeEntry } from '../market/quote.ts';
import { extremeSince, firstFiring } from './trigger.ts';
import type { Trigger } from './trigger.ts';

const SYMBOL = 'BTC/USDT';

/** Returns entries 1, 2, 3, … with these bids, a second apart. The asks are two above the bids. */
function tapeOf(...bids: readonly number[]): TapeEntry[] {
  return bids.map((bid, at) => ({
    symbol: SYMBOL,
    seq: BigInt(at + 1),
    timeMs: (at + 1) * 1000,
    feedTimeMs: 0,
    bid: BigInt(bid),
    ask: BigInt(bid + 2),
    last: BigInt(bid),
    volume: 0n,
  }));
}

function trigger(condition: Trigger['condition'], level: bigint, armedSeq = 1n): Trigger {
  return { symbol: SYMBOL, kind: 'any', book: 1n, row: 1n, version: 1, condition, level, armedSeq };
}

const tape = tapeOf(100, 104, 101, 96, 99, 110);

test.each<[name: string, trigger: Trigger, fires: bigint | undefined]>([
  ['a bid equal to the level', trigger('bid_at_or_below', 96n), 4n],
  ['no bid at or below the level', trigger('bid_at_or_below', 95n), undefined],
  ['a bid above the level', trigger('bid_at_or_above', 105n), 6n],
  ['an ask equal to the level', trigger('ask_at_or_below', 98n), 4n],
  ['an ask above the level', trigger('ask_at_or_above', 106n), 2n],
  ['not the entry at which it was armed', trigger('bid_at_or_below', 100n), 4n],
  ['an entry at exactly the time', trigger('time_at_or_after', 3000n), 3n],
  ['an entry after the time', trigger('time_at_or_after', 3001n), 4n],
  ['a time that had passed before the arming', trigger('time_at_or_after', 0n, 4n), 5n],
  ['a bid below the best by exactly the distance', trigger('bid_falls_by', 3n), 3n],
  ['a bid below the best by more', trigger('bid_falls_by', 8n), 4n],
  ['a bid that has not fallen far enough', trigger('bid_falls_by', 9n), undefined],
  ['a bid whose best was at the arming', trigger('bid_falls_by', 8n, 2n), 4n],
  ['no bid if the best was before the arming', trigger('bid_falls_by', 6n, 3n), undefined],
  ['an ask above the lowest since the arming', trigger('ask_rises_by', 14n), 6n],
  ['no ask that rose far enough', trigger('ask_rises_by', 15n), undefined],
  ['an ask whose lowest was at the arming', trigger('ask_rises_by', 3n, 4n), 5n],
  ['no entry of a different symbol', { ...trigger('bid_at_or_below', 200n), symbol: 'ETH/USDT' }, undefined],
])('fires at the first entry that meets its condition: %s', (_name, each, fires) => {
  expect(firstFiring(each, tape)?.seq).toBe(fires);
});

test.each<[name: string, trigger: Trigger, fires: bigint | undefined]>([
  ['a clock time at a quote', trigger('clock_at_or_after', 2000n), 2n],
  ['a clock time within the gap', trigger('clock_at_or_after', 2001n), 3n],
  ['the first entry after the arming', trigger('clock_at_or_after', 0n, 2n), 3n],
  ['a clock time with the arming at the gap entry', trigger('clock_at_or_after', 0n, 3n), 4n],
  ['a time that waits for a price', trigger('time_at_or_after', 2001n), 4n],
  ['a price from before the gap', trigger('bid_at_or_above', 104n, 2n), 6n],
  ['a bid below the price that the gap entry repeats', trigger('bid_falls_by', 8n, 3n), 4n],
  ['a bid that has not fallen far enough', trigger('bid_falls_by', 9n, 3n), undefined],
])(
  'fires at the first entry that meets its condition, on a tape with a gap entry: %s',
  (_name, each, fires) => {
    const gap = { ...tape[1]!, seq: 3n, timeMs: 3000, gap: true } as const;
    const gapped = [tape[0]!, tape[1]!, gap, ...tape.slice(3)];
    expect(firstFiring(each, gapped)?.seq).toBe(fires);
  },
);

test.each<[kind: 'halt' | 'reject', fires: bigint]>([
  ['halt', 3n],
  ['reject', 4n],
])('fires at the first entry that meets its condition, on a tape with a %s entry', (kind, fires) => {
  const cause = kind === 'halt' ? { kind, reason: 'x' } : { kind, reason: 'x', refused: '', count: 1 };
  const gapEntry = { ...tape[1]!, seq: 3n, timeMs: 3000, gap: true, cause } as const;
  const stopped = [tape[0]!, tape[1]!, gapEntry, ...tape.slice(3)];
  expect(firstFiring(trigger('clock_at_or_after', 2001n), stopped)?.seq).toBe(fires);
  expect(firstFiring(trigger('bid_at_or_above', 104n, 2n), stopped)?.seq).toBe(6n);
});

test.each<[name: string, trigger: Trigger, sinceMs: number, fires: bigint | undefined]>([
  ['a level reached by an earlier quote', trigger('bid_at_or_below', 101n), 3400, 4n],
  ['a quote made at the instant of the request', trigger('bid_at_or_below', 101n), 2500, 3n],
  ['a level reached by earlier quotes only', trigger('bid_at_or_above', 104n), 1501, 6n],
  ['a time that waits for the next quote', trigger('time_at_or_after', 0n), 2501, 4n],
  ['a trailing level whose best was an earlier quote', trigger('bid_falls_by', 8n), 3400, 4n],
  ['a trailing level reached by an earlier quote', trigger('bid_falls_by', 3n), 2501, 4n],
  ['no quote made since the request', trigger('bid_at_or_below', 200n), 9000, undefined],
])('does not fire at a quote older than the request: %s', (_name, each, sinceMs, fires) => {
  const late = tape.map((entry) => ({ ...entry, feedTimeMs: entry.timeMs - 500 }));
  expect(firstFiring({ ...each, sinceMs }, late)?.seq).toBe(fires);
  const gapped = late.map((entry) => (entry.seq === 2n ? ({ ...entry, gap: true } as const) : entry));
  expect(firstFiring({ ...trigger('clock_at_or_after', 0n), sinceMs: 9000 }, gapped)?.seq).toBe(2n);
});

test('fires at the same entry if the tape is read in two parts', () => {
  for (const condition of ['bid_falls_by', 'ask_rises_by'] as const) {
    for (let distance = 1n; distance < 16n; distance += 1n) {
      for (let cut = 1; cut < tape.length; cut += 1) {
        const each = trigger(condition, distance);
        const first = tape.slice(0, cut);
        const found =
          firstFiring(each, first) ?? firstFiring(each, tape.slice(cut), extremeSince(each, first));
        expect(found).toBe(firstFiring(each, tape));
      }
    }
  }
});

test('returns the best price since the arming, or undefined if there is none', () => {
  expect(extremeSince(trigger('bid_falls_by', 1n), tape)).toBe(110n);
  expect(extremeSince(trigger('bid_falls_by', 1n, 3n), tape.slice(0, 5))).toBe(101n);
  expect(extremeSince(trigger('ask_rises_by', 1n, 5n), tape)).toBe(101n);
  expect(extremeSince(trigger('ask_rises_by', 1n, 7n), tape)).toBeUndefined();
  expect(extremeSince(trigger('bid_at_or_below', 1n), tape)).toBeUndefined();
});
