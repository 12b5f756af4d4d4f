/**
 * Runs the latency bot with all its strategies over a simulated day with fresh seeds, trading coins, forex and metals.
 * `fill-latency.test.ts` covers a few hours.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { catalogue } from '../src/quotes/catalogue.ts';
import { simulatedMarket } from './testing/bot-markets.ts';
import { tradesOf } from './testing/fill-bot.ts';
import type { Trade } from './testing/fill-bot.ts';
import { brought, everyBot, judgeLatency } from './testing/latency-verdict.ts';

const STRETCHES = 8;
const HOURS = 3;
const given = process.env['CANDOR_SEED'];
const SEEDS = given?.split(' ') ?? Array.from({ length: STRETCHES }, () => randomBytes(8).toString('hex'));

test(`yields no profit from early knowledge over a simulated day (CANDOR_SEED='${SEEDS.join(' ')}')`, () => {
  // The least expected moves (in standard deviations) range from each symbol's usual noise to moves that only a jump causes.
  const bots = everyBot([2, 4, 10]);
  const trades = new Map<string, Trade[]>([...bots.keys()].map((name) => [name, []]));
  for (const seed of SEEDS) {
    const found = tradesOf([...bots.values()], simulatedMarket(seed, HOURS, catalogue), { fillAgeMs: 1000 });
    for (const [at, name] of [...bots.keys()].entries()) {
      for (const trade of found[at] ?? []) trades.get(name)?.push(trade);
    }
  }
  const all = [...trades].flatMap(([name, made]) => brought(name, made));
  expect(all.length).toBeGreaterThan(bots.size);
  judgeLatency(SEEDS.join(' '), all);
}, 900_000);
