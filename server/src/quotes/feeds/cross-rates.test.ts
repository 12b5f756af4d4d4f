/** Cross rates always follow their legs, and every price stays within plausible limits however long the market runs. */
import type { Quote } from '@candor/domain/market/quote.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogue, crossPrice, listingOf } from '../catalogue.ts';
import { simulateHistory } from './simulated-history.ts';
import { modelNumber } from './simulated-quote.ts';
import { stepper } from './stepper.ts';
import { createSimulation } from './simulation.ts';

const WEDNESDAY = Date.parse('2024-08-07T12:00:00Z');
const crosses = catalogue.flatMap(({ instrument, behaviour, spread }) =>
  'legs' in behaviour ? [{ symbol: instrument.symbol, ...behaviour, spread: modelNumber(spread) }] : [],
);

test('derives EUR/GBP, EUR/JPY and GBP/JPY as crosses', () => {
  expect(crosses.map(({ symbol }) => symbol)).toEqual(['EUR/GBP', 'EUR/JPY', 'GBP/JPY']);
});

test('keeps every cross within its spread of its newest legs, whatever the state of the market', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 1000 }), (seed, hours) => {
      const simulation = createSimulation({ seed, listings: catalogue });
      for (let at = 0; at < hours; at += 1) simulation.step(HOUR_MS, () => true);
      const step = stepper(simulation, { quotesPerSecond: 2 });
      const newest = new Map<string, Quote>();
      const middle = (symbol: string): number => {
        const quote = newest.get(symbol);
        if (quote === undefined)
          throw new Error(`expected ${symbol} to be quoted together with its cross, found no quote`);
        return modelNumber(quote.bid + quote.ask) / 2;
      };
      for (let at = 0; at < 40; at += 1) {
        for (const quote of step(WEDNESDAY + at * 250)) newest.set(quote.symbol, quote);
        for (const { symbol, legs, of, spread } of crosses) {
          if (!newest.has(symbol)) continue;
          const implied = crossPrice(of, middle(legs[0]), middle(legs[1]));
          expect(Math.abs(middle(symbol) - implied)).toBeLessThanOrEqual(spread);
        }
      }
      for (const { symbol } of crosses) expect(newest.has(symbol)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('keeps crosses consistent with their legs in the simulated history', () => {
  const listings = catalogue.filter(({ instrument }) => instrument.kind === 'forex');
  const past = simulateHistory({ seed: '1', listings, endMs: WEDNESDAY });
  const closes = (symbol: string): number[] =>
    past
      .find((history) => history.symbol === symbol)
      ?.periods.at(-1)
      ?.candles.map(({ close }) => modelNumber(close)) ?? [];
  for (const { symbol, legs, of, spread } of crosses) {
    const [first, second] = [closes(legs[0]), closes(legs[1])];
    expect(closes(symbol).length).toBeGreaterThan(500);
    for (const [at, close] of closes(symbol).entries()) {
      expect(Math.abs(close - crossPrice(of, first[at] ?? 0, second[at] ?? 0))).toBeLessThan(spread);
    }
  }
});

test('keeps every price within five times its starting price over three years', () => {
  for (const seed of ['1', '2', '3']) {
    const simulation = createSimulation({ seed, listings: catalogue });
    for (let hour = 0; hour < 3 * 365 * 24; hour += 1) {
      simulation.step(HOUR_MS, () => true);
      for (const [symbol, { price }] of simulation.prices) {
        const moved = Math.abs(Math.log(price / (listingOf(symbol)?.behaviour.startPrice ?? Number.NaN)));
        if (!(moved < Math.log(5))) expect.fail(`${symbol} reached ${price} with seed ${seed}`);
      }
    }
  }
});
