/**
 * Knowing the price early is worth nothing while the lead is shorter than the interval between the tape's entries, because a
 * ticket is struck at a later entry.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { driftlessPath, edgeOf } from './testing/latency-bot.ts';
import type { Bot, Path, Terms } from './testing/latency-bot.ts';
import { isFairShare, strayOf } from './testing/statistics.ts';

/** The seed of an unknown market; `CANDOR_SEED` repeats a run. */
const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
const TICKETS = 20_000;
/**
 * The extreme among this many bots deviates further than a single bot does: with 99.9% probability, none deviates by more than
 * this factor.
 */
const MANY = 1.32;
const AHEAD_MS = [50, 200, 500, 1000, 1500, 2000] as const;
const TICK_MS = [50, 250, 500, 1000, 1500, 2500] as const;
/** The bot stakes at every entry, or only after large moves. */
const PICKY = [0, 2] as const;

let path: Path;
beforeAll(() => {
  process.stdout.write(`CANDOR_SEED=${SEED}\n`);
  path = driftlessPath(createRandom(SEED), TICKETS);
});

const pairs = TICK_MS.flatMap((tickMs) => AHEAD_MS.map((aheadMs) => ({ tickMs, aheadMs })));
const edge = (bot: Omit<Bot, 'sees'>, terms: Pick<Terms, 'tickMs'> & Partial<Terms>) =>
  edgeOf(path, { ...bot, sees: 'entries' }, { strike: 'next', ticketsMax: TICKETS, ...terms });

test.each(pairs.filter(({ aheadMs, tickMs }) => aheadMs <= tickMs))(
  'wins at most half of its tickets and loses money, with a lead of $aheadMs ms over a tape with an entry every $tickMs ms',
  ({ aheadMs, tickMs }) => {
    for (const picky of PICKY) {
      const found = edge({ aheadMs, picky }, { tickMs });
      expect(found.won + found.lost).toBeGreaterThan(picky === 0 ? TICKETS * 0.99 : TICKETS * 0.25);
      expect(found.winRate).toBeLessThanOrEqual(0.5 + MANY * strayOf(found));
      expect(found.meanGain).toBeLessThanOrEqual(0);
    }
  },
);

test('wins more than half of its tickets with a lead of two or more entries', () => {
  for (const { aheadMs, tickMs } of pairs) {
    if (aheadMs >= 2 * tickMs) expect(isFairShare(edge({ aheadMs, picky: 0 }, { tickMs }))).toBe(false);
  }
});

test('would be profitable even with a shorter lead if the price at acceptance were the strike', () => {
  // The result is measured over all bots together. With a lead of less than a quarter of the interval, the effect is too small
  // to show for a single bot.
  const early = pairs.filter(({ aheadMs, tickMs }) => aheadMs <= tickMs && 4 * aheadMs >= tickMs);
  const found = early.map(({ aheadMs, tickMs }) =>
    edge({ aheadMs, picky: 0 }, { tickMs, strike: 'accepted' }),
  );
  const won = found.reduce((sum, one) => sum + one.won, 0);
  const lost = found.reduce((sum, one) => sum + one.lost, 0);
  expect(won / (won + lost)).toBeGreaterThan(0.5 + strayOf({ won, lost }));
  const picky = early.map(({ aheadMs, tickMs }) =>
    edge({ aheadMs, picky: 2 }, { tickMs, strike: 'accepted' }),
  );
  expect(picky.reduce((sum, { meanGain }) => sum + meanGain, 0) / picky.length).toBeGreaterThan(0);
});
