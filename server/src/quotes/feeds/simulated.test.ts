/** The simulated market is reproducible from its seed, respects sessions and ticks, and moves as its model specifies. */
import { sessionAt } from '@candor/domain/market/session.ts';
import { guardQuote } from '@candor/domain/market/guard.ts';
import type { GuardState } from '@candor/domain/market/guard.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { describe, expect, test } from 'vitest';
import { catalogue, listingOf } from '../catalogue.ts';
import { simulateHistory } from './simulated-history.ts';
import { modelNumber } from './simulated-quote.ts';
import { simulationFrom, stepper } from './stepper.ts';
import { createSimulation } from './simulation.ts';

const WEDNESDAY = Date.parse('2024-08-07T12:00:00Z');
const SATURDAY = Date.parse('2024-08-10T12:00:00Z');

function quotesOf(seed: string, options: { fromMs: number; seconds: number }): Quote[] {
  const simulation = simulationFrom({ seed, listings: catalogue }, new Map());
  const step = stepper(simulation, { quotesPerSecond: 2 });
  const quotes: Quote[] = [];
  for (let at = 0; at < options.seconds * 4; at += 1) quotes.push(...step(options.fromMs + at * 250));
  return quotes;
}

test('yields the same quotes for the same seed, and different quotes for another seed', () => {
  const span = { fromMs: WEDNESDAY, seconds: 60 };
  expect(quotesOf('1', span)).toEqual(quotesOf('1', span));
  expect(quotesOf('2', span)).not.toEqual(quotesOf('1', span));
});

test('quotes every symbol at about the configured rate, only with quotes that the guard accepts', () => {
  const states = new Map<string, GuardState>();
  const counts = new Map<string, number>();
  for (const quote of quotesOf('3', { fromMs: WEDNESDAY, seconds: 600 })) {
    const listing = listingOf(quote.symbol);
    if (listing === undefined) throw new Error(quote.symbol);
    const rules = {
      tickSize: listing.instrument.tickSize,
      jumpBand: listing.jumpBand,
      timeMaxMs: Infinity,
    };
    const { outcome, state } = guardQuote(states.get(quote.symbol) ?? {}, quote, rules);
    expect(outcome).toEqual({ ok: true, value: quote });
    expect(quote.ask).toBeGreaterThan(quote.bid);
    states.set(quote.symbol, state);
    counts.set(quote.symbol, (counts.get(quote.symbol) ?? 0) + 1);
  }
  expect(counts.size).toBe(catalogue.length);
  for (const [symbol, count] of counts) {
    expect(count, symbol).toBeGreaterThan(1000);
    expect(count, symbol).toBeLessThan(1400);
  }
});

test('quotes symbols with a shared factor together, twice a second at a steady pace', () => {
  const moments = new Map<string, number[]>();
  for (const { symbol, feedTimeMs } of quotesOf('5', { fromMs: WEDNESDAY, seconds: 30 })) {
    moments.set(symbol, [...(moments.get(symbol) ?? []), feedTimeMs]);
  }
  const together = new Map<string, string[]>();
  for (const [symbol, times] of moments) {
    expect(times).toHaveLength(60);
    expect(times.every((time, at) => at === 0 || time - (times[at - 1] ?? 0) === 500)).toBe(true);
    together.set(String(times), [...(together.get(String(times)) ?? []), symbol]);
  }
  const groups = [...together.values()].map(
    (symbols) => new Set(symbols.map((one) => listingOf(one)?.instrument.kind)),
  );
  expect(groups).toHaveLength(2);
  expect(groups).toEqual(expect.arrayContaining([new Set(['crypto']), new Set(['forex', 'metal'])]));
});

test('quotes only crypto on a Saturday', () => {
  const kinds = new Set(
    quotesOf('1', { fromMs: SATURDAY, seconds: 20 }).map(({ symbol }) => listingOf(symbol)?.instrument.kind),
  );
  expect([...kinds]).toEqual(['crypto']);
});

test('continues from the prices of the tape', () => {
  const head = {
    bid: 5_000_000_000_000n,
    ask: 5_000_002_000_000n,
    last: 0n,
    seq: 9n,
    timeMs: 0,
    feedTimeMs: 0,
  };
  const simulation = simulationFrom({ seed: '1', listings: catalogue }, new Map([['BTC/USDT', head]]));
  expect(simulation.prices.get('BTC/USDT')?.price).toBeCloseTo(50_000.01, 5);
});

function deviation(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / one.length;
  return product / deviation(one) / deviation(other);
}

describe('the simulated market over many minutes', () => {
  const minutes = 30_000;
  const simulation = createSimulation({ seed: '7', listings: catalogue });
  const returns = new Map<string, number[]>([...simulation.prices.keys()].map((symbol) => [symbol, []]));
  for (let at = 0; at < minutes; at += 1) {
    const before = new Map([...simulation.prices].map(([symbol, { price }]) => [symbol, price]));
    simulation.step(MINUTE_MS, () => true);
    for (const [symbol, { price }] of simulation.prices) {
      returns.get(symbol)?.push(Math.log(price / (before.get(symbol) ?? price)));
    }
  }
  const of = (symbol: string): number[] => returns.get(symbol) ?? [];

  test('has the configured volatility', () => {
    for (const { instrument, behaviour } of catalogue) {
      if ('legs' in behaviour) continue;
      const expected = behaviour.yearlyVolatility / Math.sqrt(365 * 24 * 60);
      const ratio = deviation(of(instrument.symbol)) / expected;
      expect(ratio, instrument.symbol).toBeGreaterThan(0.8);
      expect(ratio, instrument.symbol).toBeLessThan(1.35);
    }
  });

  test('moves related symbols together or in opposite directions', () => {
    expect(correlation(of('BTC/USDT'), of('ETH/USDT'))).toBeGreaterThan(0.6);
    expect(correlation(of('EUR/USD'), of('USD/CHF'))).toBeLessThan(-0.5);
    expect(Math.abs(correlation(of('BTC/USDT'), of('EUR/USD')))).toBeLessThan(0.1);
  });

  test('clusters large moves, and has more of them than a normal distribution', () => {
    const bitcoin = of('BTC/USDT');
    const size = bitcoin.map((value) => Math.min(1e-5, value * value));
    const mean = size.reduce((sum, value) => sum + value, 0) / size.length;
    const centred = size.map((value) => value - mean);
    expect(correlation(centred.slice(1), centred.slice(0, -1))).toBeGreaterThan(0.03);
    const kurtosis =
      bitcoin.reduce((sum, value) => sum + value ** 4, 0) / bitcoin.length / deviation(bitcoin) ** 4;
    expect(kurtosis).toBeGreaterThan(3.5);
    expect(kurtosis).toBeLessThan(40);
  });
});

test('ends the history at the starting prices, without minutes outside sessions or duplicate minutes', () => {
  const endMs = WEDNESDAY + 12_345;
  const listings = catalogue.filter(({ instrument }) =>
    /^(BTC|ADA|XAU|EUR.USD|GBP.USD|EUR.GBP)/.test(instrument.symbol),
  );
  const past = simulateHistory({ seed: '1', listings, endMs });
  expect(simulateHistory({ seed: '1', listings, endMs })[0]?.periods[2]).toEqual(past[0]?.periods[2]);
  for (const { symbol, periods } of past) {
    const listing = listingOf(symbol);
    if (listing === undefined) throw new Error(symbol);
    const { calendar } = listing.instrument;
    for (const { periodMs, candles } of periods) {
      const starts = candles.map(({ startMs }) => startMs);
      expect(starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? start))).toBe(true);
      expect((starts.at(-1) ?? 0) + periodMs).toBeLessThanOrEqual(endMs);
      if (periodMs === MINUTE_MS) {
        expect(starts.every((start) => sessionAt(calendar, start).open)).toBe(true);
      }
      const sound = candles.every(
        ({ open, high, low, close }) =>
          low > 0n && low <= open && low <= close && high >= open && high >= close,
      );
      expect(sound).toBe(true);
    }
    const close = periods[0]?.candles.at(-1)?.close ?? 0n;
    expect(modelNumber(close) / listing.behaviour.startPrice, symbol).toBeCloseTo(1, 4);
  }
});
