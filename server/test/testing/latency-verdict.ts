/** All strategies of the latency bot, and the results that its trades must have. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect } from 'vitest';
import { catalogue } from '../../src/quotes/catalogue.ts';
import { SIGNALS } from './early-signals.ts';
import type { SignalName } from './early-signals.ts';
import { broughtBy } from './fill-bot.ts';
import type { Bot, Product, Trade } from './fill-bot.ts';
import { intervalOf } from './statistics.ts';
import type { Interval } from './statistics.ts';

/** Products with the catalogue's fees, at the lowest leverage, at a typical attacker's, and at the highest. */
const PRODUCTS: Readonly<Record<string, Product & { readonly of: readonly Trade['kind'][] }>> = {
  spot: { of: ['crypto'], leverage: 1, feeRate: feeOf('spotFeeRate') },
  'coins at 2x': { of: ['crypto'], leverage: 2, feeRate: feeOf('contractFeeRate') },
  'coins at 100x': { of: ['crypto'], leverage: 100, feeRate: feeOf('contractFeeRate') },
  'forex and metals at 10x': { of: ['forex', 'metal'], leverage: 10, feeRate: feeOf('contractFeeRate') },
  'forex at 200x': { of: ['forex'], leverage: 200, feeRate: feeOf('contractFeeRate') },
};
const ELSEWHERE: readonly SignalName[] = ['knows it from elsewhere', 'rests on either side'];
const SHOWN = (Object.keys(SIGNALS) as SignalName[]).filter((name) => !ELSEWHERE.includes(name));
/**
 * From this number of trades in a day on, the test requires evidence that the bot does not earn. With fewer trades, the
 * interval is too wide, and the test only requires that there is no evidence that the bot earns.
 */
const ENOUGH_OF_A_DAY = 20;
/** The same for an hour, in which a few trades at 200x lose 10,000 ± 25 each. */
export const ENOUGH_OF_AN_HOUR = 100;

function feeOf(name: 'spotFeeRate' | 'contractFeeRate'): number {
  const rate = catalogue[0]?.instrument[name] ?? amount('0');
  return Number(formatAmount(rate));
}

/** The bots by a name that describes what they do. Each uses only visible prices, unless other signals are given. */
export function everyBot(
  leasts: readonly number[],
  signals: readonly SignalName[] = SHOWN,
): ReadonlyMap<string, Bot> {
  const bots = new Map<string, Bot>();
  for (const signal of signals) {
    for (const least of leasts) {
      const bot = { signal, least, lateMs: 0, lateShare: 0 };
      const name = `${signal}, from ${least} on`;
      bots.set(name, bot);
      bots.set(`${name}, half of its orders 250 ms late`, { ...bot, lateMs: 250, lateShare: 0.5 });
      bots.set(`${name}, limits behind the price`, { ...bot, limit: 0.5 });
      bots.set(`${name}, limits beyond the price`, { ...bot, limit: -3 });
    }
  }
  return bots;
}

/**
 * Bots with limit orders on either side of the price, close to it and as far away as a jump reaches. They cancel orders that
 * turn out to be worthless.
 */
export function everyTakerBack(): ReadonlyMap<string, Bot> {
  const bot = { signal: 'rests on either side', least: 0, lateMs: 0, lateShare: 0, takesBack: true } as const;
  return new Map(
    [0.5, 4, 15].map((limit) => [`takes back its limits ${limit} behind the price`, { ...bot, limit }]),
  );
}

export type Found = { readonly name: string; readonly interval: Interval; readonly sum: number };

/** The results of each bot's trades, for each product with which they can be made. */
export function brought(name: string, trades: readonly Trade[]): Found[] {
  return Object.entries(PRODUCTS).flatMap(([product, how]) => {
    const values = trades.filter(({ kind }) => how.of.includes(kind)).map((one) => broughtBy(one, how));
    if (values.length < 2) return [];
    const sum = values.reduce((total, value) => total + value, 0);
    return [{ name: `${product}: ${name}`, interval: intervalOf(values), sum }];
  });
}

/**
 * Requires that no bot earns. The upper end of each 99.9% interval must be at zero or below; if there are few trades, the lower
 * end must be.
 */
export function judgeLatency(seeds: string, found: readonly Found[], enough = ENOUGH_OF_A_DAY): void {
  const many = found.filter(({ interval }) => interval.count >= enough);
  expect(many.length, `CANDOR_SEED='${seeds}'`).toBeGreaterThan(0);
  for (const product of Object.keys(PRODUCTS)) {
    const best = many
      .filter(({ name }) => name.startsWith(product))
      .toSorted((one, other) => other.interval.most - one.interval.most)[0];
    if (best === undefined) continue;
    const { count, mean, most } = best.interval;
    process.stdout.write(`${best.name}: ${mean.toFixed(2)}, at most ${most.toFixed(2)} of ${count} trades\n`);
  }
  const earned = [
    ...many.filter(({ interval }) => interval.most > 0),
    ...found.filter(({ interval }) => interval.count < enough && interval.least > 0),
  ];
  expect(earned, `CANDOR_SEED='${seeds}'`).toEqual([]);
}
