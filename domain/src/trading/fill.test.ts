/** The tape entry at which a market order fills. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TapeEntry } from '../market/quote.ts';
import { madeMs } from '../market/quote.ts';
import { fillingEntry, fillsAtNewest } from './fill.ts';

type Made = Partial<Pick<TapeEntry, 'timeMs' | 'feedTimeMs' | 'gap' | 'bid' | 'ask'>>;

/** Entries 1, 2, 3, … a second apart, starting at second 1, each with equal entry and feed times. */
function tapeOf(...made: readonly Made[]): TapeEntry[] {
  return made.map((entry, at) => {
    const timeMs = entry.timeMs ?? (at + 1) * 1000;
    const [bid, ask] = [100n, 102n];
    return {
      ...{ symbol: 'BTC/USDT', seq: BigInt(at + 1), timeMs, feedTimeMs: timeMs },
      ...{ bid, ask, last: bid, volume: 0n, ...entry },
    };
  });
}

const usual = tapeOf({}, {}, {});
const gap = { gap: true } as const;

test.each<
  [name: string, tape: TapeEntry[], acceptedMs: number, acceptedSeq: bigint, fills: bigint | undefined]
>([
  ['fills at the newest entry if it was made at this instant', usual, 2000, 2n, 2n],
  ['fills at the newest entry if it has exactly the maximum age', usual, 2400, 2n, 2n],
  ['waits for the next entry if the newest is a millisecond older than the maximum age', usual, 2401, 2n, 3n],
  ['waits while there is no next entry', usual, 3401, 3n, undefined],
  ['fills at an entry ahead of the clock', usual, 1990, 2n, 2n],
  [
    'skips an entry that was just written but has an old feed time',
    tapeOf({}, { feedTimeMs: 1500 }, {}),
    2000,
    2n,
    3n,
  ],
  ['skips an old entry from a feed whose clock is ahead', tapeOf({}, { feedTimeMs: 9000 }, {}), 2401, 2n, 3n],
  ['never fills at a gap entry', tapeOf({}, gap, {}), 2000, 2n, 3n],
  ['skips following gap entries', tapeOf({}, gap, gap, {}), 1900, 1n, 4n],
  ['skips a quote made before the acceptance', tapeOf({}, {}, { feedTimeMs: 2899 }, {}), 2900, 2n, 4n],
  ['fills at a quote made at the acceptance', tapeOf({}, {}, { feedTimeMs: 2900 }, {}), 2900, 2n, 3n],
  [
    'waits if the only later entry was made before the acceptance',
    tapeOf({}, {}, { feedTimeMs: 0 }),
    2900,
    2n,
    undefined,
  ],
  [
    'skips an entry that was written after the acceptance but made before it',
    tapeOf({}, gap, { feedTimeMs: 1500 }, {}),
    2900,
    1n,
    4n,
  ],
  ['does not fill at an entry before the one that was the newest at acceptance', usual, 2000, 3n, 3n],
])('a market order %s', (_, tape, acceptedMs, acceptedSeq, fills) => {
  expect(fillingEntry({ acceptedMs, acceptedSeq, fillAgeMs: 400 }, tape)?.seq).toBe(fills);
});

test('does not fill at an entry recorded before the acceptance if the maximum age is zero', () => {
  expect(fillsAtNewest({ timeMs: 1999, feedTimeMs: 5000 }, { acceptedMs: 2000, fillAgeMs: 0 })).toBe(false);
});

const someTape = fc
  .array(
    fc.record({ gap: fc.boolean(), apartMs: fc.nat(3000), lateMs: fc.nat(3000), bid: fc.bigInt(1n, 999n) }),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((steps) => {
    let timeMs = 0;
    return tapeOf(
      ...steps.map(({ apartMs, lateMs, bid, ...rest }): Made => {
        timeMs += apartMs;
        const made = { timeMs, feedTimeMs: timeMs - lateMs, bid, ask: bid + 2n };
        return rest.gap ? { ...made, gap: true } : made;
      }),
    );
  });
const someOrder = { at: fc.nat(29), waitedMs: fc.nat(5000), fillAgeMs: fc.nat(2000) };

test('fills at the same entry on a tape with mirrored prices, so that neither side is favoured', () => {
  fc.assert(
    fc.property(someTape, fc.record(someOrder), (tape, { at, waitedMs, fillAgeMs }) => {
      const newest = tape[at % tape.length] as TapeEntry;
      const accepted = { acceptedMs: newest.timeMs + waitedMs, acceptedSeq: newest.seq, fillAgeMs };
      // A mirrored tape, on which bid and ask are swapped.
      const mirrored = tape.map((entry) => ({ ...entry, bid: 2000n - entry.ask, ask: 2000n - entry.bid }));
      const filled = fillingEntry(accepted, tape);
      expect(fillingEntry(accepted, mirrored)?.seq).toBe(filled?.seq);
      if (filled === undefined) return;
      expect(filled.gap).not.toBe(true);
      expect(filled.seq).toBeGreaterThanOrEqual(newest.seq);
      if (filled !== newest) expect(madeMs(filled)).toBeGreaterThanOrEqual(accepted.acceptedMs);
      // No quote made since the acceptance lies between the newest entry and the one that fills.
      const between = tape.filter(({ seq }) => seq > newest.seq && seq < filled.seq);
      expect(between.every((entry) => entry.gap === true || madeMs(entry) < accepted.acceptedMs)).toBe(true);
    }),
  );
});
