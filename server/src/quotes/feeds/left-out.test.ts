/**
 * Shows why all steps missed in a stall are written afterwards (`docs/decisions/made-up-whole.md`). Steps after the first half
 * minute reach levels that the prices at both ends of the stall don't reveal. If those steps were skipped, an attacker who held
 * the day's key and stopped the market could choose which levels count.
 */
import { expect, test } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { CATCH_UP_MS } from './feed.ts';
import { STEP_MS, simulationFrom } from './stepper.ts';

const MADE_UP_MS = 30_000;
const MARKETS = 600;
const [LISTING] = catalogue.filter(({ instrument }) => instrument.symbol === 'BTC/USDT');

/**
 * The share of levels, `distance` below the price at which the market stops, that are reached only after the first half minute
 * and not at the end.
 */
function hiddenShare(distance: number): number {
  let hidden = 0;
  for (let market = 0; market < MARKETS; market += 1) {
    const simulation = simulationFrom({ seed: `left out ${market}`, listings: [LISTING!] }, new Map());
    const [state] = [...simulation.prices.values()];
    const level = state!.price * (1 - distance);
    const reachedAt: number[] = [];
    for (let atMs = STEP_MS; atMs <= CATCH_UP_MS; atMs += STEP_MS) {
      simulation.step(STEP_MS, () => true);
      if (state!.price <= level) reachedAt.push(atMs);
    }
    const [first] = reachedAt;
    if (first !== undefined && first > MADE_UP_MS && state!.price > level) hidden += 1;
  }
  return hidden / MARKETS;
}

test.each([
  [0.0005, 0.22],
  [0.001, 0.24],
  [0.002, 0.12],
])(
  'a stall would hide a level %s below bitcoin’s price in a share of %s of cases if only its first half minute were written',
  (distance, share) => {
    expect(hiddenShare(distance)).toBeCloseTo(share, 2);
  },
);
