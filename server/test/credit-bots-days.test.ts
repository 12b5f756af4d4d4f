/** Runs the bots of `credit-bots.test.ts` over several days, each day with a separate seed. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { CREDIT_BOTS } from './testing/credit-bots.ts';
import { creditDay } from './testing/credit-day.ts';
import type { BotDay } from './testing/credit-day.ts';
import { judgeCredit } from './testing/credit-verdict.ts';

const DAYS = 5;
const given = process.env['CANDOR_SEED'];
const SEEDS = given?.split(' ') ?? Array.from({ length: DAYS }, () => randomBytes(8).toString('hex'));

test(
  `yields no profit to any bot that turns credit into money (CANDOR_SEED='${SEEDS.join(' ')}')`,
  { timeout: 1_200_000 },
  async () => {
    const all: BotDay[] = [];
    for (const seed of SEEDS) {
      const { days, wrong } = await creditDay(seed, { bots: CREDIT_BOTS, rounds: 48, pairs: 3 });
      expect(wrong, seed).toEqual([]);
      all.push(...days);
    }
    judgeCredit(SEEDS.join(' '), all);
  },
);
