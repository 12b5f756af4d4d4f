/** Seeing one coin move before another earns nothing at market: what is filled was quoted with what was seen, or after it. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { laggingTapes, simulatedTapes } from './testing/bot-markets.ts';
import { earnedBy } from './testing/fill-bot.ts';
import type { Bot } from './testing/fill-bot.ts';

/** `CANDOR_SEED` runs one again. */
const seed = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
const prompt = { lateMs: 0, lateShare: 0 } as const;
const late = { lateMs: 250, lateShare: 0.5 } as const;
// A gap of more than both fees, and the spread.
const contracts = { feeRate: 0.0005, leastGap: 0.0015 } as const;

const bots: [name: string, bot: Omit<Bot, 'fillAgeMs'>][] = [
  ['spot', { ...prompt, leverage: 1, feeRate: 0.001, leastGap: 0.0006 }],
  ['contracts at 2x', { ...prompt, ...contracts, leverage: 2 }],
  ['contracts at 100x', { ...prompt, ...contracts, leverage: 100 }],
  ['contracts at 100x, half of the orders 250 ms late', { ...late, ...contracts, leverage: 100 }],
];

describe(`seed ${seed}`, () => {
  const simulated = simulatedTapes(seed, 3);
  const lagging = laggingTapes(seed, 0.7);

  test.each(bots)('%s in the simulated market, at entries of at most a second', (_, bot) => {
    // The gaps that it sees there are each coin's own moves.
    const earned = earnedBy({ ...bot, fillAgeMs: 1000, leastGap: 0.0003 }, simulated);
    expect(earned.most, JSON.stringify(earned)).toBeLessThanOrEqual(0);
  });

  test.each(bots)('%s in a market whose coins follow one another late, at the next entry', (_, bot) => {
    const earned = earnedBy({ ...bot, fillAgeMs: 0 }, lagging);
    expect(earned.trades).toBeGreaterThan(20);
    expect(earned.most, JSON.stringify(earned)).toBeLessThanOrEqual(0);
  });

  test('this finds a bot that is given old prices: there it earns', () => {
    const earned = earnedBy({ ...prompt, ...contracts, leverage: 100, fillAgeMs: 5000 }, lagging);
    expect(earned.mean, JSON.stringify(earned)).toBeGreaterThan(0);
  });
});
