/**
 * A bot holds both sides at the highest leverage, on two accounts. The gain from a jump beyond a margin is less than the cost
 * of the pairs until such a jump comes. `CANDOR_SEED` repeats the runs, `CANDOR_LONG=1` runs a whole day.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { catalogue } from '../src/quotes/catalogue.ts';
import { laggingMarket, simulatedMarket } from './testing/bot-markets.ts';
import { intervalOf } from './testing/statistics.ts';
import { straddles } from './testing/straddle.ts';

const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
const HOURS = process.env['CANDOR_LONG'] === '1' ? 24 : 4;
/** Symbols that are settled without a conversion rate. */
const listings = catalogue.filter(
  ({ instrument, behaviour }) => rateSymbolOf(instrument.quote) === null && !('legs' in behaviour),
);

test(`a bot makes no profit by holding both sides (CANDOR_SEED=${SEED})`, { timeout: 300_000 }, () => {
  const { tapes } = simulatedMarket(SEED, HOURS, listings);
  const { count, mean, most } = intervalOf(tapes.flatMap((tape) => straddles(tape)));
  process.stdout.write(`both sides: ${mean.toFixed(2)}, at most ${most.toFixed(2)} of ${count} pairs\n`);
  expect(count).toBeGreaterThan(20);
  expect(most).toBeLessThanOrEqual(0);
});

test(`a bot would make a profit without trading costs in a market that jumps (CANDOR_SEED=${SEED})`, () => {
  const { tapes } = laggingMarket(SEED, 4, listings);
  const free = tapes
    .filter(({ instrument }) => ['ETH/USDT', 'BNB/USDT'].includes(instrument.symbol))
    .map(({ entries, instrument }) => ({ entries, instrument: { ...instrument, contractFeeRate: 0n } }));
  expect(intervalOf(free.flatMap((tape) => straddles(tape))).mean).toBeGreaterThan(0);
});
