/**
 * Rings of one person's accounts trade with the server's own commands in a simulated day of an unknown market. Their inviters
 * get at most half of their fees. Even with that share, with the money converted from credit and with the gains of hedges at
 * gaps, the rings earn nothing, with 99.9% confidence. `CANDOR_SEED` repeats a day, and `CANDOR_LONG=1` runs more days.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { creditDay } from './testing/credit-day.ts';
import type { BotDay } from './testing/credit-day.ts';
import { RING_BOTS } from './testing/ring-bots.ts';
import { intervalOf } from './testing/statistics.ts';

const DAYS = process.env['CANDOR_LONG'] === '1' ? 5 : 1;
const given = process.env['CANDOR_SEED'];
const SEEDS = given?.split(' ') ?? Array.from({ length: DAYS }, () => randomBytes(8).toString('hex'));
/** The error of floating-point sums. */
const DUST = 1e-6;
/** With fewer trades than this, the interval is too wide for a conclusion. */
const ENOUGH = 20;

test(
  `yields no profit to any ring in a day (CANDOR_SEED='${SEEDS.join(' ')}')`,
  { timeout: 1_200_000 },
  async () => {
    const all: BotDay[] = [];
    for (const seed of SEEDS) {
      const { days, wrong } = await creditDay(seed, { bots: RING_BOTS, rounds: 16, pairs: 2 });
      expect(wrong, seed).toEqual([]);
      all.push(...days);
    }
    for (const { name } of RING_BOTS) {
      const own = all.filter((day) => day.name === name);
      const earned = intervalOf(own.map(({ profit, luck, shares }) => profit - luck + shares));
      const shares = intervalOf(own.map((day) => day.shares));
      process.stdout.write(
        `${name}: ${earned.mean.toFixed(2)}, at most ${earned.most.toFixed(2)}, of which shares ${shares.mean.toFixed(2)}, of ${own.length}\n`,
      );
      if (own.length >= ENOUGH) expect(earned.most, `${SEEDS.join(' ')}: ${name}`).toBeLessThanOrEqual(DUST);
      for (const day of own) {
        expect(day.profit - day.luck + day.shares, `${SEEDS.join(' ')}: ${name}`).toBeLessThanOrEqual(DUST);
      }
    }
    // Control: some accounts must have paid fees that yield shares for inviters.
    expect(Math.max(...all.map(({ shares }) => shares))).toBeGreaterThan(1);
  },
);
