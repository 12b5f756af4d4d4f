/**
 * A trader who sees one symbol move before another, or a market before its feed reports it, earns nothing with market or limit
 * orders, because the quote that fills an order was made at the same time as the observed move or after it.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../src/quotes/catalogue.ts';
import { laggingMarket, simulatedMarket } from './testing/bot-markets.ts';
import type { BotMarket } from './testing/bot-markets.ts';
import type { SignalName } from './testing/early-signals.ts';
import { tradesOf } from './testing/fill-bot.ts';
import type { Bot, Rules } from './testing/fill-bot.ts';
import {
  ENOUGH_OF_AN_HOUR,
  brought,
  everyBot,
  everyTakerBack,
  judgeLatency,
} from './testing/latency-verdict.ts';
import type { Found } from './testing/latency-verdict.ts';

/** `CANDOR_SEED` repeats a run. */
const seed = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');

/**
 * The seed of a market in which a bot is known to earn from old prices. With a fresh seed, the result of an hour would depend
 * on chance.
 */
const CONTROL_SEED = 'old prices';

function found(
  market: BotMarket,
  leasts: readonly number[],
  rules: Rules,
  signals?: readonly SignalName[],
): Found[] {
  return foundOf(everyBot(leasts, signals), market, rules);
}

function foundOf(bots: ReadonlyMap<string, Bot>, market: BotMarket, rules: Rules): Found[] {
  const trades = tradesOf([...bots.values()], market, rules);
  return [...bots.keys()].flatMap((name, at) => brought(name, trades[at] ?? []));
}

describe(`the latency bot (CANDOR_SEED=${seed})`, () => {
  const lagging = laggingMarket(seed, 0.7, catalogue);
  // The jumps are larger than the fees and the spread together.
  const jumps = [25, 60];
  const control = laggingMarket(CONTROL_SEED, 0.7, catalogue);
  let robbed: Found[];
  beforeAll(() => {
    robbed = found(control, jumps, { fillAgeMs: 5000 });
  });

  test('makes no profit in the simulated market, at entries that are at most a second old', () => {
    // In this market, each gap that the bot sees is the symbol's own move.
    judgeLatency(
      seed,
      found(simulatedMarket(seed, 1, catalogue), [3], { fillAgeMs: 1000 }),
      ENOUGH_OF_AN_HOUR,
    );
  });

  test('makes no profit at the next entry in a market whose symbols follow one another with a delay', () => {
    judgeLatency(seed, found(lagging, jumps, { fillAgeMs: 0 }), ENOUGH_OF_AN_HOUR);
  });

  test.each([
    'coins at 100x: follows, from 25 on',
    'coins at 2x: follows, from 25 on',
    'coins at 100x: follows, from 60 on, half of its orders 250 ms late',
    'coins at 100x: follows, from 25 on, limits beyond the price',
    'coins at 100x: goes where one jumped, from 25 on',
    'forex at 200x: goes where its legs are, from 60 on',
  ])('would make a profit if orders filled at old prices: %s', (name) => {
    const one = robbed.find((bot) => bot.name === name);
    expect(one?.interval.mean, JSON.stringify(one)).toBeGreaterThan(0);
  });

  test('would make a profit if it could cancel reached orders after seeing the next entries', () => {
    const late = found(control, jumps, { fillAgeMs: 0, takenBackMs: 5000 });
    const name = 'coins at 100x: comes back as it jumped, from 25 on, limits behind the price';
    const one = late.find((bot) => bot.name === name);
    expect(one?.interval.mean, JSON.stringify(late)).toBeGreaterThan(0);
  });

  // In these markets, the next quote on the tape was made before the order, and the quote that fills the order was made after
  // it.
  describe.each([300, 800, 1500])('a trader ahead of a feed that is %d ms late', (lateMs) => {
    const foundAhead = (of: string, rules: Rules) =>
      found(laggingMarket(of, 0.5, catalogue, lateMs), jumps, rules, ['knows it from elsewhere']);

    test('makes no profit with market or limit orders', () => {
      judgeLatency(seed, foundAhead(seed, { fillAgeMs: 0 }), ENOUGH_OF_AN_HOUR);
    });

    const takingBack = (of: string, rules: Rules) =>
      foundOf(everyTakerBack(), laggingMarket(of, 0.5, catalogue, lateMs), rules);

    test('makes no profit by cancelling orders that it knows to be unfavourable', () => {
      judgeLatency(seed, takingBack(seed, { fillAgeMs: 0 }), ENOUGH_OF_AN_HOUR);
    });

    test('would make a profit by cancelling if cancellations took effect immediately', () => {
      const old = takingBack(CONTROL_SEED, { fillAgeMs: 0, takenBackAtOnce: true });
      for (const limit of [0.5, 4]) {
        const one = old.find(
          ({ name }) => name === `coins at 100x: takes back its limits ${limit} behind the price`,
        );
        expect(one?.interval.mean, JSON.stringify(old)).toBeGreaterThan(0);
      }
    });

    test('would make a profit if quotes made before an order filled it', () => {
      const old = foundAhead(CONTROL_SEED, { fillAgeMs: 0, fillsOld: true });
      for (const how of ['', ', limits beyond the price']) {
        const one = old.find(
          ({ name }) => name === `coins at 100x: knows it from elsewhere, from 25 on${how}`,
        );
        expect(one?.interval.mean, JSON.stringify(one)).toBeGreaterThan(0);
      }
    });
  });
});
