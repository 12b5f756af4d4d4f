/**
 * A predictor that has the program, the whole tape, the published hashes and the keys of all past days bets on short options.
 * If it can guess the key, it wins every ticket. If the key derives from the data folder's secret, it wins no more often than
 * by chance.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Quote } from '@candor/domain/market/quote.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { marketDayKey, openMarketSecret } from '../market-days.ts';
import type { MarketSecret } from '../market-days.ts';
import type { FeedStart } from './feed.ts';
import { simulationFrom, stepper } from './stepper.ts';

/** Seeds the secrets of the data folders. Setting `CANDOR_SEED` repeats a run. */
const SEED = process.env['CANDOR_SEED'] ?? randomBytes(16).toString('hex');
const SYMBOL = 'BTC/USDT';
const START = Date.parse('2026-11-23T00:00:00Z');
const SECONDS = 30;
const STEPS = (SECONDS * 1000) / 250;
const TICKETS_EACH = 40;
const MARKETS = 60;
/** The normal quantile for a two-sided confidence of 99.9%. */
const Z = 3.29;

/** The bitcoin quotes of a market from its start, with one element per step. */
function market(key: string): (Quote | undefined)[] {
  const listings = catalogue.filter(({ instrument }) => instrument.kind === 'crypto');
  const step = stepper(simulationFrom({ seed: key, listings }, new Map<string, FeedStart>()), {
    quotesPerSecond: 2,
  });
  return Array.from({ length: (TICKETS_EACH + 1) * STEPS }, (_, at) =>
    step(START + at * 250).find(({ symbol }) => symbol === SYMBOL),
  );
}

function lastAt(quotes: readonly (Quote | undefined)[], at: number): bigint {
  for (let back = at; back >= 0; back -= 1) {
    const quote = quotes[back];
    if (quote !== undefined) return quote.last ?? quote.bid;
  }
  return 0n;
}

/** Bets on the direction that the guessed market shows. Returns how many of the decided tickets won. */
function bets(real: readonly (Quote | undefined)[], guess: readonly (Quote | undefined)[]) {
  let won = 0;
  let decided = 0;
  for (let ticket = 1; ticket < TICKETS_EACH; ticket += 1) {
    const from = ticket * STEPS;
    const rises = (quotes: readonly (Quote | undefined)[]): number =>
      Math.sign(Number(lastAt(quotes, from + STEPS) - lastAt(quotes, from)));
    const truth = rises(real);
    const said = rises(guess) || 1;
    if (truth === 0) continue;
    decided += 1;
    if (said === truth) won += 1;
  }
  return { won, decided };
}

/** Returns the predictor's best guesses: the seeds of earlier builds, and every published value other than the key. */
function attemptsOf(secret: MarketSecret, round: number): string[] {
  const day = marketDayKey(secret, '2026-11-23');
  const before = marketDayKey(secret, '2026-11-22');
  const commitment = createHash('sha256').update(day).digest();
  return [
    '1',
    marketDayKey(openMarketSecret('/nowhere', '1'), '2026-11-23').toString('hex'),
    commitment.toString('hex'),
    before.toString('hex'),
    marketDayKey({ bytes: before, predictable: false }, '2026-11-23').toString('hex'),
    String(round),
  ];
}

test('a predictor wins every ticket against a known key, but no more than by chance against a secret key', () => {
  const told = openMarketSecret('/nowhere', '1');
  const known = marketDayKey(told, '2026-11-23').toString('hex');
  const sure = bets(market(known), market(known));
  expect(sure.won).toBe(sure.decided);

  let won = 0;
  let decided = 0;
  for (let round = 0; round < MARKETS; round += 1) {
    const bytes = createHash('sha256').update(`fresh ${SEED} ${round}`).digest();
    const secret: MarketSecret = { bytes, predictable: false };
    const real = market(marketDayKey(secret, '2026-11-23').toString('hex'));
    const failedAttempts = attemptsOf(secret, round);
    const found = bets(real, market(failedAttempts[round % failedAttempts.length] ?? '1'));
    won += found.won;
    decided += found.decided;
  }
  const share = won / decided;
  const half = Z * Math.sqrt((share * (1 - share)) / decided);
  process.stdout.write(`CANDOR_SEED=${SEED}: ${won} of ${decided}, ${share - half} to ${share + half}\n`);
  const payout = Number(OPTION_DURATIONS[0]?.payoutRatio ?? 0n) / Number(ONE);
  const breakEven = 1 / (1 + payout);
  expect(decided).toBeGreaterThan(2000);
  expect(share - half).toBeLessThan(0.5);
  expect(share + half).toBeLessThan(breakEven);
});
