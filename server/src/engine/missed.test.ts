/**
 * A search by minutes finds the same entries as a search by entries, and reads the entries only of minutes that may contain a
 * result.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extremeSince, firstFiring, isTrailing, TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import { minutesOf } from '@candor/domain/market/minute.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { entryOf, gapAfter, isTime, tapeInMemory, triggerOf } from './testing/cases.ts';
import { searchTape } from './missed.ts';

const UNIT = 100_000_000n;
/** An entry every 11 seconds gives five or six entries a minute. */
const EVERY_MS = 11_000;

/**
 * `moves` are the changes of the bid between quotes; `last` changes independently. A gap entry comes later than the next quote
 * would have.
 */
function tapeOf(moves: readonly (number | 'gap')[]) {
  let bid = 1000;
  let timeMs = 0;
  return moves.map((move, at) => {
    timeMs += move === 'gap' ? 4 * EVERY_MS : EVERY_MS;
    if (move !== 'gap') bid += move;
    const last = `${bid + ((at * 7) % 23) - 11}`;
    const entry = entryOf({ seq: at + 1, bid: `${bid}`, ask: `${bid + 1}`, last, timeMs });
    return move === 'gap' && at > 0 ? gapAfter(entry, entry) : entry;
  });
}

function levelFrom(condition: Trigger['condition'], drawn: number): bigint {
  if (isTime(condition)) return BigInt(drawn * EVERY_MS * 4);
  return BigInt(isTrailing(condition) ? drawn : 980 + drawn) * UNIT;
}

test('finds the same entry by minutes as by a search over all entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: -4, max: 4 }) },
          { weight: 1, arbitrary: fc.constant('gap' as const) },
        ),
        { minLength: 10, maxLength: 120, size: 'max' },
      ),
      fc.constantFrom(...TRIGGER_CONDITIONS),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 120 }),
      async (moves, condition, drawn, from, length) => {
        const whole = tapeOf(moves);
        const armed = Math.min(from, whole.length);
        const range = { firstSeq: BigInt(armed), lastSeq: BigInt(Math.min(armed + length, whole.length)) };
        const level = levelFrom(condition, drawn);
        const trigger: Trigger = { ...triggerOf({ row: 1, level: '1', condition, armed }), level };
        const past = await searchTape(tapeInMemory(whole), trigger, range);
        const tape = whole.slice(0, Number(range.lastSeq));
        const entry = firstFiring(trigger, tape);
        expect(past.entry).toEqual(entry);
        if (entry === undefined) expect(past.extreme).toBe(extremeSince(trigger, tape));
      },
    ),
    { numRuns: 500 },
  );
});

test('reads the entries of the first and last minutes only, in a long quiet period', async () => {
  const tape = tapeOf(Array.from({ length: 600 }, (_, at) => (at === 400 ? 9 : at === 401 ? -9 : 0)));
  const source = tapeInMemory(tape);
  const read: string[] = [];
  const past = await searchTape(
    {
      ...source,
      entries: (first, last) => {
        read.push(`${first} to ${last}`);
        return source.entries(first, last);
      },
    },
    triggerOf({ row: 1, level: '10', condition: 'bid_falls_by', armed: 3 }),
    { firstSeq: 3n, lastSeq: 598n },
  );
  expect(past).toEqual({ extreme: 1009n * UNIT });
  expect(read).toEqual(['3 to 5', '595 to 598']);
});

test('skips minutes that ended before a clock trigger’s time, and finds the gap entry after one of those minutes', async () => {
  const tape = tapeOf([...Array.from({ length: 60 }, () => 1), 'gap', 'gap', 1, 1]);
  const source = tapeInMemory(tape);
  const read: string[] = [];
  const search = async (levelMs: number) => {
    const past = await searchTape(
      {
        // The end of the last minute on a page isn't known, so this test puts all minutes on one page.
        minutesFrom: (seq) => Promise.resolve(minutesOf(tape).filter((minute) => minute.lastSeq >= seq)),
        entries: (first, last) => {
          read.push(`${first} to ${last}`);
          return source.entries(first, last);
        },
      },
      triggerOf({ row: 1, level: '', levelMs, condition: 'clock_at_or_after', armed: 1 }),
      { firstSeq: 2n, lastSeq: 64n },
    );
    return past.entry;
  };
  // Entries 61 and 62 are gap entries, 44 and 88 seconds after the quote at 660 seconds.
  expect(await search(704_000)).toEqual(tape[60]);
  expect(await search(704_001)).toEqual(tape[61]);
  expect(await search(748_001)).toEqual(tape[62]);
  expect(new Set(read)).toEqual(new Set(['2 to 5', '55 to 59', '60 to 62', '63 to 64']));
});

test('throws if the tape lacks a minute', async () => {
  const source = { ...tapeInMemory(tapeOf([0, 0])), minutesFrom: () => Promise.resolve([]) };
  await expect(
    searchTape(source, triggerOf({ row: 1, level: '1' }), { firstSeq: 1n, lastSeq: 2n }),
  ).rejects.toThrow('expected a minute with entry 1, found none');
});
