/**
 * Profit in another currency is converted at a rate that is up to an hour old, and quotes reveal the next rate before its
 * publication. A bot closes shortly before or after the next publication, whichever is better, on both sides of every such
 * market. It earns nothing, because the choice is worth far less than the costs of trading. `CANDOR_SEED` repeats the runs,
 * `CANDOR_LONG=1` runs a whole day.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import { catalogue } from '../src/quotes/catalogue.ts';
import { modelNumber } from '../src/quotes/feeds/simulated-quote.ts';
import { simulatedMarket } from './testing/bot-markets.ts';
import type { BotMarket, BotTape } from './testing/bot-markets.ts';
import { convertedAt, newestAt } from './testing/fill-bot.ts';
import { intervalOf } from './testing/statistics.ts';

const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
const HOURS = process.env['CANDOR_LONG'] === '1' ? 24 : 6;
const NOTIONAL = 100_000 * 200;

type Round = { readonly choice: number; readonly gain: number };

/**
 * Returns the gain of a position over one hour, and the part of the gain that comes from choosing the rate. Luck with the price
 * is excluded from both.
 */
function roundOf(tape: BotTape, rates: BotMarket['rates'], hour: number, side: number): Round {
  const startMs = (tape.entries[0]?.timeMs ?? 0) + 1000;
  const beginsMs = Math.ceil(startMs / HOUR_MS) * HOUR_MS + hour * HOUR_MS;
  const at = (timeMs: number) => tape.entries[newestAt(tape.entries, timeMs)]!;
  const opened = at(beginsMs + 1000);
  const brought = [at(beginsMs + HOUR_MS - 1), at(beginsMs + HOUR_MS + 1000)].map((closed) => {
    const [paid, got] = side > 0 ? [opened.ask, closed.bid] : [opened.bid, closed.ask];
    const moved = side * (modelNumber(got) / modelNumber(paid) - 1);
    const worth = side * (middle(closed) / middle(opened) - 1);
    const rate = convertedAt({ tape, rates }, opened, closed);
    return { choice: moved * (rate - 1), cost: worth - moved };
  });
  const best = brought.toSorted((one, other) => other.choice - one.choice)[0]!;
  const fee = Number(formatAmount(tape.instrument.contractFeeRate));
  return { choice: best.choice, gain: best.choice - best.cost - 2 * fee };
}

const middle = ({ bid, ask }: { readonly bid: bigint; readonly ask: bigint }): number =>
  (modelNumber(bid) + modelNumber(ask)) / 2;

test(`a bot makes no profit by choosing the rate (CANDOR_SEED=${SEED})`, { timeout: 300_000 }, () => {
  const listings = catalogue.filter(({ instrument }) => instrument.kind !== 'crypto');
  const { tapes, rates } = simulatedMarket(SEED, HOURS, listings);
  const abroad = tapes.filter(({ instrument }) => rateSymbolOf(instrument.quote) !== null);
  expect(abroad.length).toBeGreaterThan(3);
  const rounds = abroad.flatMap((tape) =>
    Array.from({ length: HOURS - 2 }, (_, hour) =>
      [1, -1].map((side) => roundOf(tape, rates, hour, side)),
    ).flat(),
  );
  const earned = intervalOf(rounds.map(({ gain }) => gain * NOTIONAL));
  const worth = intervalOf(rounds.map(({ choice }) => choice * NOTIONAL));
  process.stdout.write(
    `the choice ${worth.mean.toFixed(2)}, in all ${earned.mean.toFixed(2)}, at most ${earned.most.toFixed(2)}\n`,
  );
  expect(earned.most).toBeLessThanOrEqual(0);
  // Control: the choice must have a value, so that without trading costs it would be a profit.
  expect(worth.mean).toBeGreaterThan(0);
});
