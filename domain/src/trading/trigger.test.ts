/** When a trigger fires, said once for engine, oracle and verifier. */
import { expect, test } from 'vitest';
import type { TapeEntry } from '../market/quote.ts';
import { extremeSince, firstFiring } from './trigger.ts';
import type { Trigger } from './trigger.ts';

const SYMBOL = 'BTC/USDT';

/** Entries 1, 2, 3, … with these bids, asks two above, one a second. */
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
  ['a bid at its level', trigger('bid_at_or_below', 96n), 4n],
  ['a bid one below', trigger('bid_at_or_below', 95n), undefined],
  ['a bid above', trigger('bid_at_or_above', 105n), 6n],
  ['an ask at its level', trigger('ask_at_or_below', 98n), 4n],
  ['an ask above', trigger('ask_at_or_above', 106n), 2n],
  ['the entry it was armed at does not fire', trigger('bid_at_or_below', 100n), 4n],
  ['a time at its millisecond', trigger('time_at_or_after', 3000n), 3n],
  ['a time one later', trigger('time_at_or_after', 3001n), 4n],
  ['a time long past, armed later', trigger('time_at_or_after', 0n, 4n), 5n],
  ['a bid back by the distance from 104', trigger('bid_falls_by', 3n), 3n],
  ['a bid back by more', trigger('bid_falls_by', 8n), 4n],
  ['a bid not back so far', trigger('bid_falls_by', 9n), undefined],
  ['a bid whose best was at its arming', trigger('bid_falls_by', 8n, 2n), 4n],
  ['a bid whose best was before its arming', trigger('bid_falls_by', 6n, 3n), undefined],
  ['an ask risen from the least since its arming', trigger('ask_rises_by', 14n), 6n],
  ['an ask not risen so far', trigger('ask_rises_by', 15n), undefined],
  ['an ask whose least was at its arming', trigger('ask_rises_by', 3n, 4n), 5n],
  ['another symbol', { ...trigger('bid_at_or_below', 200n), symbol: 'ETH/USDT' }, undefined],
])('%s', (_name, each, fires) => {
  expect(firstFiring(each, tape)?.seq).toBe(fires);
});

test.each<[name: string, trigger: Trigger, fires: bigint | undefined]>([
  ['a time of the clock at a quote', trigger('clock_at_or_after', 2000n), 2n],
  ['a time of the clock within the gap', trigger('clock_at_or_after', 2001n), 3n],
  ['the first entry after its arming', trigger('clock_at_or_after', 0n, 2n), 3n],
  ['a time of the clock, armed at the gap entry', trigger('clock_at_or_after', 0n, 3n), 4n],
  ['any other time waits for a price', trigger('time_at_or_after', 2001n), 4n],
  ['a price that stood before the gap', trigger('bid_at_or_above', 104n, 2n), 6n],
  ['a bid back from what the gap entry repeats', trigger('bid_falls_by', 8n, 3n), 4n],
  ['a bid not so far back', trigger('bid_falls_by', 9n, 3n), undefined],
])('at a gap: %s', (_name, each, fires) => {
  const gap = { ...tape[1]!, seq: 3n, timeMs: 3000, gap: true } as const;
  const gapped = [tape[0]!, tape[1]!, gap, ...tape.slice(3)];
  expect(firstFiring(each, gapped)?.seq).toBe(fires);
});

test.each<[kind: 'halt' | 'reject', fires: bigint]>([
  ['halt', 3n],
  ['reject', 4n],
])('a %s entry in its place', (kind, fires) => {
  const cause = kind === 'halt' ? { kind, reason: 'x' } : { kind, reason: 'x', refused: '', count: 1 };
  const told = { ...tape[1]!, seq: 3n, timeMs: 3000, gap: true, cause } as const;
  const stopped = [tape[0]!, tape[1]!, told, ...tape.slice(3)];
  expect(firstFiring(trigger('clock_at_or_after', 2001n), stopped)?.seq).toBe(fires);
  expect(firstFiring(trigger('bid_at_or_above', 104n, 2n), stopped)?.seq).toBe(6n);
});

test.each<[name: string, trigger: Trigger, sinceMs: number, fires: bigint | undefined]>([
  ['a level that a quote of before reached', trigger('bid_at_or_below', 101n), 3400, 4n],
  ['one made at that very moment', trigger('bid_at_or_below', 101n), 2500, 3n],
  ['a quote of before alone reached it', trigger('bid_at_or_above', 104n), 1501, 6n],
  ['whatever comes next', trigger('time_at_or_after', 0n), 2501, 4n],
  ['what trails, whose best was a quote of before', trigger('bid_falls_by', 8n), 3400, 4n],
  ['what trails, and was back at a quote of before', trigger('bid_falls_by', 3n), 2501, 4n],
  ['nothing was made since', trigger('bid_at_or_below', 200n), 9000, undefined],
])('told half a second late and asked for since then: %s', (_name, each, sinceMs, fires) => {
  const late = tape.map((entry) => ({ ...entry, feedTimeMs: entry.timeMs - 500 }));
  expect(firstFiring({ ...each, sinceMs }, late)?.seq).toBe(fires);
  const gapped = late.map((entry) => (entry.seq === 2n ? ({ ...entry, gap: true } as const) : entry));
  expect(firstFiring({ ...trigger('clock_at_or_after', 0n), sinceMs: 9000 }, gapped)?.seq).toBe(2n);
});

test('a tape in two parts is the same tape', () => {
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

test('an extreme is the best since the arming', () => {
  expect(extremeSince(trigger('bid_falls_by', 1n), tape)).toBe(110n);
  expect(extremeSince(trigger('bid_falls_by', 1n, 3n), tape.slice(0, 5))).toBe(101n);
  expect(extremeSince(trigger('ask_rises_by', 1n, 5n), tape)).toBe(101n);
  expect(extremeSince(trigger('ask_rises_by', 1n, 7n), tape)).toBeUndefined();
  expect(extremeSince(trigger('bid_at_or_below', 1n), tape)).toBeUndefined();
});
