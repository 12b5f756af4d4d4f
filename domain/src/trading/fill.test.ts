/** At which entry an order at market fills: a row a case, and that no side fares better than the other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TapeEntry } from '../market/quote.ts';
import { madeMs } from '../market/quote.ts';
import { fillingEntry, fillsAtNewest } from './fill.ts';

type Made = Partial<Pick<TapeEntry, 'timeMs' | 'feedTimeMs' | 'gap' | 'bid' | 'ask'>>;

/** Entries 1, 2, 3, … a second apart from second 1 on, each quoted by its feed the moment it was written. */
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
  ['a newest entry of this instant fills', usual, 2000, 2n, 2n],
  ['one of exactly the age too', usual, 2400, 2n, 2n],
  ['one a millisecond older waits for the next', usual, 2401, 2n, 3n],
  ['the next is not there yet', usual, 3401, 3n, undefined],
  ['an entry that the clock has not come to fills', usual, 1990, 2n, 2n],
  ['old by its feed, though just written', tapeOf({}, { feedTimeMs: 1500 }, {}), 2000, 2n, 3n],
  [
    'young by a feed whose clock is ahead, though long written',
    tapeOf({}, { feedTimeMs: 9000 }, {}),
    2401,
    2n,
    3n,
  ],
  ['a gap entry never fills', tapeOf({}, gap, {}), 2000, 2n, 3n],
  ['nor does one that comes next', tapeOf({}, gap, gap, {}), 1900, 1n, 4n],
  [
    'one that was made before the acceptance never fills',
    tapeOf({}, {}, { feedTimeMs: 2899 }, {}),
    2900,
    2n,
    4n,
  ],
  ['one that was made with it does', tapeOf({}, {}, { feedTimeMs: 2900 }, {}), 2900, 2n, 3n],
  ['made before it, and none that was made since', tapeOf({}, {}, { feedTimeMs: 0 }), 2900, 2n, undefined],
  [
    'written later than the one before, and made before',
    tapeOf({}, gap, { feedTimeMs: 1500 }, {}),
    2900,
    1n,
    4n,
  ],
  ['nothing before the acceptance fills', usual, 2000, 3n, 3n],
])('%s', (_, tape, acceptedMs, acceptedSeq, fills) => {
  expect(fillingEntry({ acceptedMs, acceptedSeq, fillAgeMs: 400 }, tape)?.seq).toBe(fills);
});

test('an age of zero takes nothing from before the acceptance', () => {
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

test('which entry fills hangs on no price, so that neither side is better off by it', () => {
  fc.assert(
    fc.property(someTape, fc.record(someOrder), (tape, { at, waitedMs, fillAgeMs }) => {
      const newest = tape[at % tape.length] as TapeEntry;
      const accepted = { acceptedMs: newest.timeMs + waitedMs, acceptedSeq: newest.seq, fillAgeMs };
      // The same market seen from the other side: what was bid is asked.
      const mirrored = tape.map((entry) => ({ ...entry, bid: 2000n - entry.ask, ask: 2000n - entry.bid }));
      const filled = fillingEntry(accepted, tape);
      expect(fillingEntry(accepted, mirrored)?.seq).toBe(filled?.seq);
      if (filled === undefined) return;
      expect(filled.gap).not.toBe(true);
      expect(filled.seq).toBeGreaterThanOrEqual(newest.seq);
      if (filled !== newest) expect(madeMs(filled)).toBeGreaterThanOrEqual(accepted.acceptedMs);
      // Between the newest entry and the one that fills there is no quote that was made since.
      const between = tape.filter(({ seq }) => seq > newest.seq && seq < filled.seq);
      expect(between.every((entry) => entry.gap === true || madeMs(entry) < accepted.acceptedMs)).toBe(true);
    }),
  );
});
