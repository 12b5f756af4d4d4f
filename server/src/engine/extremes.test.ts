/** Extremes computed by minutes equal extremes computed by entries, and irrelevant minutes aren't read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { extremeSince, isTrailing, TRIGGER_CONDITIONS } from '@candor/domain/trading/trigger.ts';
import { entryOf, gapAfter, tapeInMemory, triggerOf } from './testing/cases.ts';
import { Extremes } from './extremes.ts';

const trailing = TRIGGER_CONDITIONS.filter(isTrailing);

test('returns the tape’s extreme since each entry', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          step: fc.oneof(
            { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
            { weight: 1, arbitrary: fc.constant('gap' as const) },
          ),
          spread: fc.integer({ min: 0, max: 2 }),
        }),
        { minLength: 1, maxLength: 120, size: 'max' },
      ),
      fc.integer({ min: 1, max: 120 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 8 }),
      async (steps, upTo, drawn) => {
        let bid = 1000;
        const tape: TapeEntry[] = [];
        for (const [at, { step, spread }] of steps.entries()) {
          const before = tape.at(-1);
          if (step !== 'gap') bid += step;
          tape.push(
            step === 'gap' && before !== undefined
              ? gapAfter(before, { timeMs: at * 11_000 })
              : entryOf({ seq: at + 1, bid: `${bid}`, ask: `${bid + spread}`, timeMs: at * 11_000 }),
          );
        }
        const last = Math.min(upTo, tape.length);
        const armed = drawn.filter((seq) => seq <= last).toSorted((a, b) => a - b);
        const extremes = await Extremes.read(tapeInMemory(tape), BigInt(last), armed);
        for (const condition of trailing) {
          for (const seq of armed) {
            const trigger = triggerOf({ row: 1, level: '1', condition, armed: seq });
            expect(extremes.of(condition, seq)).toBe(extremeSince(trigger, tape.slice(0, last)));
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('reads the entries of a minute only if a trigger was armed in it and its extreme exceeds every later one', async () => {
  // There are three entries per minute. The fourth minute has the highest bid, and the second minute is ordinary.
  const tape = Array.from({ length: 18 }, (_, at) =>
    entryOf({ seq: at + 1, bid: at === 10 ? '120' : '100', ask: '130', timeMs: at * 20_000 }),
  );
  const read: string[] = [];
  const source = tapeInMemory(tape);
  const extremes = await Extremes.read(
    {
      ...source,
      entries: (first, last) => {
        read.push(`${first} to ${last}`);
        return source.entries(first, last);
      },
    },
    17n,
    [5, 11, 12],
  );
  expect(read).toEqual(['17 to 17', '10 to 12']);
  expect([5, 11, 12].map((seq) => extremes.of('bid_falls_by', seq) / 100_000_000n)).toEqual([
    120n,
    120n,
    100n,
  ]);
});
