/**
 * Bots try to turn experience credit into money with the server's own commands, over a simulated day of an unknown market. With
 * 99.9% confidence, no strategy is profitable. `CANDOR_SEED` repeats a day; `credit-bots-days.test.ts` runs more days.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { CREDIT_BOTS } from './testing/credit-bots.ts';
import { creditDay } from './testing/credit-day.ts';
import { judgeCredit } from './testing/credit-verdict.ts';

const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');

test(
  `yields no profit within a day to any bot that turns credit into money (CANDOR_SEED=${SEED})`,
  { timeout: 120_000 },
  async () => {
    const { days, wrong } = await creditDay(SEED, { bots: CREDIT_BOTS, rounds: 16, pairs: 1 });
    expect(wrong).toEqual([]);
    judgeCredit(SEED, days);
  },
);
