/**
 * Mirror pairs: an up and a down ticket accepted at the same instant with the same stake. On random tapes with gaps and
 * unchanged prices, either exactly one of the two wins or both get their stakes back.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import type { OptionEntry, OptionResult } from './option.ts';
import { optionResult } from './testing/option-result.ts';
import { optionExpiryMs, optionPnl, optionProfit, OPTION_DURATIONS } from './option.ts';

const PAIRS = 10_000;
const TICK = amount('0.01');
const MIDDLE = amount('64000');

/**
 * Few distinct prices, so that prices often stay unchanged; and intervals of around three seconds, the maximum before the next
 * price decides.
 */
const step = fc.record({
  spanMs: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 0, max: 3000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 2990, max: 20_000 }) },
  ),
  ticks: fc.integer({ min: -1, max: 1 }),
  saysGap: fc.integer({ min: 0, max: 60 }).map((of61) => of61 === 0),
});

const pair = fc.record({
  startMs: fc.integer({ min: 0, max: 999 }).map((ms) => 1_700_000_000_000 + ms),
  steps: fc.array(step, { minLength: 80, maxLength: 80 }),
  head: fc.integer({ min: 0, max: 9 }),
  /** The time between the newest entry and the acceptance of both tickets, in thousandths of the time to the next entry. */
  within: fc.integer({ min: 0, max: 999 }),
  duration: fc.constantFrom(...OPTION_DURATIONS),
  stake: fc.bigInt(1_000n, amount('5000')),
});

type Pair = typeof pair extends fc.Arbitrary<infer Value> ? Value : never;

function tapeOf({ startMs, steps }: Pair): OptionEntry[] {
  const tape: OptionEntry[] = [{ seq: 1n, timeMs: startMs, last: MIDDLE }];
  for (const { spanMs, ticks, saysGap } of steps) {
    const before = tape.at(-1)!;
    const place = { seq: before.seq + 1n, timeMs: before.timeMs + spanMs };
    tape.push(
      saysGap
        ? { ...place, last: before.last, gap: true }
        : { ...place, last: before.last + TICK * BigInt(ticks) },
    );
  }
  return tape;
}

/** The result of a ticket on a side, or undefined if the tape ends before the expiry. */
function resultsOf(tape: readonly OptionEntry[], { head, within, duration }: Pair) {
  const [accepted, strike] = [tape[head]!, tape[head + 1]!];
  const acceptedMs = accepted.timeMs + Math.floor(((strike.timeMs - accepted.timeMs) * within) / 1000);
  const expiresMs = optionExpiryMs(acceptedMs, duration.seconds);
  const exit = tape.findLastIndex((entry) => entry.timeMs <= expiresMs);
  const [settle, after] = [tape[exit]!, tape[exit + 1]];
  if (after === undefined) return undefined;
  const entries = { accepted, strike, settle, after };
  return { up: optionResult('up', entries), down: optionResult('down', entries) };
}

const wordOf = (result: OptionResult): string => (result.status === 'void' ? result.reason : result.status);

test('pays exactly one ticket of each of ten thousand mirror pairs, or returns both stakes', () => {
  const seen = new Map<string, number>();
  let pairs = 0;
  const property = fc.property(pair, (drawn) => {
    const tape = tapeOf(drawn);
    const results = resultsOf(tape, drawn);
    fc.pre(results !== undefined);
    const { up, down } = results;
    const words = `${wordOf(up)} and ${wordOf(down)}`;
    expect([
      'won and lost',
      'lost and won',
      'tied and tied',
      'gap_strike and gap_strike',
      'gap_expiry and gap_expiry',
    ]).toContain(words);
    const money = { stake: drawn.stake, profit: optionProfit(drawn.stake, drawn.duration.payoutRatio) };
    const together = optionPnl(up.status, money) + optionPnl(down.status, money);
    expect(together).toBe(words.includes('won') ? money.profit - money.stake : 0n);

    // On the tape with inverted prices, up and down have swapped results.
    const turned = tape.map((entry) => ({ ...entry, last: 2n * MIDDLE - entry.last }));
    expect(resultsOf(turned, drawn)).toEqual({ up: down, down: up });
    pairs += 1;
    seen.set(words, (seen.get(words) ?? 0) + 1);
  });
  fc.assert(property, { numRuns: PAIRS, maxSkipsPerRun: 10 });
  expect(pairs).toBe(PAIRS);
  console.info([...seen].map(([words, times]) => `${words} ${times}`).join(', '));
  // Every possible result occurred.
  expect(seen.size).toBe(5);
  for (const times of seen.values()) expect(times).toBeGreaterThan(100);
});
