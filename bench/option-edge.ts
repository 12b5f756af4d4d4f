/**
 * Computes what an early price is worth: the mean gain of a bot that stakes on up or down for 30 seconds, by its lead over the
 * platform and by the interval between the tape's entries. It is zero while the lead is shorter than that interval.
 */
import { createRandom } from '../server/src/quotes/feeds/random.ts';
import { driftlessPath, edgeOf } from '../server/test/testing/latency-bot.ts';
import type { Bot } from '../server/test/testing/latency-bot.ts';
import type { Figure } from './figure.ts';

const TICKETS = 20_000;
const AHEAD_MS = [50, 200, 500, 1000, 1500, 2000];
const TICK_MS = [50, 250, 500, 1000, 1500];

/** A bot sees the tape's future entries, or every move of the market, and stakes always or only after a large move. */
const BOTS: readonly (Omit<Bot, 'aheadMs'> & { readonly name: string })[] = [
  { sees: 'entries', picky: 0, name: 'entries to come, always staking' },
  { sees: 'entries', picky: 2, name: 'entries to come, staking on great moves' },
  { sees: 'moves', picky: 0, name: 'moves between entries too, always staking' },
  { sees: 'moves', picky: 2, name: 'moves between entries too, staking on great moves' },
];

export function benchOptionEdge(): Figure[] {
  const path = driftlessPath(createRandom('latency'), TICKETS);
  return BOTS.flatMap(({ name, ...bot }) =>
    TICK_MS.flatMap((tickMs) =>
      AHEAD_MS.map((aheadMs): Figure => {
        const edge = edgeOf(path, { ...bot, aheadMs }, { tickMs, strike: 'next', ticketsMax: TICKETS });
        const wins = `${(100 * edge.winRate).toFixed(1)}% of ${edge.won + edge.lost} won`;
        return {
          name: `option edge: ${name}, ${aheadMs} ms ahead of an entry every ${tickMs} ms, ${wins}, gain of 100 staked`,
          value: edge.meanGain,
          unit: 'USDT',
          ...(bot.sees === 'entries' && aheadMs <= tickMs ? { goal: { atMost: 0 } } : {}),
        };
      }),
    ),
  );
}
