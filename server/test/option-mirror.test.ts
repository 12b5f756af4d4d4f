/**
 * Mirror pairs through the whole write path: two customers stake the same amount at one instant, one on up and one on down.
 * Exactly one of them wins, or both get their stakes back, even if the tape is silent or records a gap.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, ONE } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS, optionExpiryMs } from '@candor/domain/trading/option.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import type { TicketRow } from '../src/features/options/tables.ts';
import { openOptionFloor } from './testing/option-floor.ts';
import type { OptionFloor } from './testing/option-floor.ts';

const ROUNDS = 60;
const PAIRS_A_ROUND = 50;
const START_MS = Date.UTC(2026, 0, 14, 12);
const ROUND_MS = 600_000;
const TICK = amount('0.01');
/** Longer than three seconds, so that an instant in between has no price. */
const SILENCE_MS = 3_600;

let floor: OptionFloor;
beforeAll(async () => {
  floor = await openOptionFloor();
});
afterAll(async () => {
  expect(await floor.breaches()).toEqual([]);
  expect([...floor.troubles, ...floor.logged()].slice(0, 3)).toEqual([]);
  await floor.shut();
});

const random = createRandom('mirror');
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random.next() * values.length)]!;

/** Writes the entry after an instant: soon, so late that there is a gap, or after the tape has recorded a gap. */
async function nextAfter(ms: number, { last, how }: { last: bigint; how: string }): Promise<void> {
  if (how === 'soon') return floor.quote([{ last, timeMs: ms + 300 }]);
  if (how === 'recorded') await floor.gap(ms + SILENCE_MS);
  return floor.quote([{ last, timeMs: ms + SILENCE_MS + 400 }]);
}

test(`yields exactly one win, or both stakes back, in each of ${ROUNDS * PAIRS_A_ROUND} mirror pairs`, async () => {
  const registeredMs = START_MS - 86_400_000;
  const usdt = amount('5000000');
  const books = await floor.customers(
    Array.from({ length: 2 * PAIRS_A_ROUND }, () => ({ usdt, registeredMs })),
  );
  const pairs: (readonly [string, string])[] = [];
  const ways = ['soon', 'soon', 'soon', 'soon', 'silent', 'recorded'] as const;
  let last = amount('64000');
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseMs = START_MS + round * ROUND_MS + Math.floor(random.next() * 1000);
    await floor.quote([{ last, timeMs: baseMs }]);
    const acceptedMs = baseMs + Math.floor(random.next() * 250);
    await floor.setClock(acceptedMs);
    const { seconds } = oneOf(OPTION_DURATIONS);
    const stakes = books.map(() => ONE * BigInt(10 + Math.floor(random.next() * 4000)));
    const bought = await Promise.all(
      books.map((book, at) =>
        floor.buy(book, { side: at % 2 === 0 ? 'up' : 'down', seconds, stake: stakes[at >> 1]! }),
      ),
    );
    const ids = bought.map((outcome) => {
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      return outcome.value.id;
    });
    for (let at = 0; at < ids.length; at += 2) pairs.push([ids[at]!, ids[at + 1]!]);
    await nextAfter(acceptedMs, { last, how: oneOf(ways) });
    await floor.allStruck();
    const expiresMs = optionExpiryMs(acceptedMs, seconds);
    last += TICK * BigInt(oneOf([-2, -1, 0, 1, 2]));
    await floor.quote([{ last, timeMs: expiresMs - Math.floor(random.next() * 250) }]);
    await nextAfter(expiresMs, { last: last + TICK * BigInt(oneOf([-3, 3])), how: oneOf(ways) });
    await floor.allEnded();
  }

  const tickets = new Map((await floor.tickets()).map((row) => [row.id.toString(), row]));
  const seen = new Map<string, number>();
  for (const [upId, downId] of pairs) {
    const [up, down] = [tickets.get(upId)!, tickets.get(downId)!];
    const twin = ({
      acceptedMs,
      acceptedSeq,
      expiresMs,
      strike,
      settle,
      settleSeq,
      stake,
      profit,
    }: TicketRow) =>
      ({ acceptedMs, acceptedSeq, expiresMs, strike, settle, settleSeq, stake, profit }) as const;
    expect(twin(up)).toEqual(twin(down));
    const words = [up, down].map(({ status, reason }) => reason ?? status).join(' and ');
    seen.set(words, (seen.get(words) ?? 0) + 1);
    expect(up.pnl + down.pnl).toBe(words.includes('won') ? up.profit - up.stake : 0n);
  }
  console.info([...seen].map(([words, times]) => `${words} ${times}`).join(', '));
  expect([...seen.keys()].toSorted()).toEqual([
    'gap_expiry and gap_expiry',
    'gap_strike and gap_strike',
    'lost and won',
    'tied and tied',
    'won and lost',
  ]);
  expect(pairs).toHaveLength(ROUNDS * PAIRS_A_ROUND);
}, 60_000);
