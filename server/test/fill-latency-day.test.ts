/** The latency bot over a simulated day of fresh seeds, as `fill-latency.test.ts` has it for some hours. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulatedTapes } from './testing/bot-markets.ts';
import { earnedBy } from './testing/fill-bot.ts';

const STRETCHES = 8;
const HOURS = 3;

test.each([
  ['spot', { lateMs: 0, lateShare: 0, leverage: 1, feeRate: 0.001 }],
  ['contracts at 2x', { lateMs: 0, lateShare: 0, leverage: 2, feeRate: 0.0005 }],
  ['contracts at 100x', { lateMs: 0, lateShare: 0, leverage: 100, feeRate: 0.0005 }],
  ['contracts at 100x, half late', { lateMs: 250, lateShare: 0.5, leverage: 100, feeRate: 0.0005 }],
])(
  '%s earns nothing in a simulated day',
  (_, bot) => {
    const seeds = Array.from({ length: STRETCHES }, () => randomBytes(8).toString('hex'));
    const day = seeds.map((seed) => simulatedTapes(seed, HOURS));
    // From gaps that are each coin's usual noise up to those that only a jump makes.
    for (const leastGap of [0.0003, 0.0006, 0.0015]) {
      const earned = earnedBy({ ...bot, leastGap, fillAgeMs: 1000 }, ...day);
      expect(earned.sum, `${seeds.join(' ')}, ${JSON.stringify(earned)}`).toBeLessThanOrEqual(0);
      if (leastGap < 0.001) expect(earned.most, seeds.join(' ')).toBeLessThanOrEqual(0);
    }
  },
  600_000,
);
