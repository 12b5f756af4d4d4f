/**
 * Markets for bots that watch more than one coin: the simulated market as its feed quotes it, and a market whose symbols follow
 * one another with a delay.
 */
import { conversionRate, conversions, isRateDue } from '@candor/domain/market/conversion.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import type { Cross, Listing } from '../../src/quotes/catalogue.ts';
import { catalogue, crossPrice } from '../../src/quotes/catalogue.ts';
import { createRandom } from '../../src/quotes/feeds/random.ts';
import { onStep } from '../../src/quotes/feeds/simulated-quote.ts';
import { simulationFrom, stepper } from '../../src/quotes/feeds/stepper.ts';

const STARTS_MS = Date.parse('2024-08-07T12:00:00Z');
const STEP_MS = 250;
/** The delay (ms) between a step and the commit of its entries. */
const WRITTEN_AFTER_MS = 15;
const A_SECOND_OF_A_YEAR = 1 / (365 * 86_400);

export type BotTape = {
  readonly instrument: ContractInstrument;
  readonly entries: TapeEntry[];
  /** The group of symbols that move with this one: coins with coins, the others with the dollar. */
  readonly group: 'coins' | 'rates';
  /** How far the symbol moves when its group's common factor moves by one. */
  readonly beta: number;
  /** The standard deviation of the log return over a second. */
  readonly unit: number;
  /** Set if the price is derived from two others. */
  readonly cross?: { readonly of: Cross['of']; readonly legs: readonly [string, string] };
  /** The true value at each step, if the entries report it late. */
  readonly truth?: number[];
};

/** The true value of a symbol at a given time; undefined if the symbol's entries are the only information. */
export function truthAt({ truth }: BotTape, timeMs: number): number | undefined {
  return truth?.[Math.min(truth.length - 1, Math.floor((timeMs - STARTS_MS) / STEP_MS))];
}

export type BotMarket = {
  readonly tapes: readonly BotTape[];
  /** The entries of the published rates, by symbol. Each is the value of a unit of a currency. */
  readonly rates: ReadonlyMap<string, readonly TapeEntry[]>;
};

const COINS = catalogue.filter(({ instrument }) => instrument.kind === 'crypto');

/** The demo's market as on the tape, by default with coins only. */
export function simulatedMarket(
  seed: string,
  hours: number,
  listings: readonly Listing[] = COINS,
): BotMarket {
  const step = stepper(simulationFrom({ seed, listings }, new Map()), { quotesPerSecond: 2 });
  const tapes = withCrosses(listings.map(tapeOf));
  const written = writer(tapes);
  for (let atMs = 0; atMs < hours * 3_600_000; atMs += STEP_MS) {
    for (const quote of step(STARTS_MS + atMs)) written.write(quote, quote.feedTimeMs + WRITTEN_AFTER_MS);
  }
  return { tapes, rates: written.rates };
}

/**
 * An external market. A common factor jumps every half minute and moves its whole group immediately. But each coin and each
 * cross is quoted separately about twice a second, and the other rates together, so some symbols show a jump before others. All
 * quotes may arrive late.
 */
export function laggingMarket(
  seed: string,
  hours: number,
  listings: readonly Listing[] = COINS,
  writtenAfterMs: number = WRITTEN_AFTER_MS,
): BotMarket {
  const random = createRandom(seed);
  const tapes = withCrosses(
    listings.map((listing, at) => {
      const tape = tapeOf(listing);
      const truth: number[] = [];
      return { ...tape, truth, unit: 0.00006, beta: Math.sign(tape.beta) * (0.5 + (at % 3) * 0.35) };
    }),
  );
  const written = writer(tapes);
  const shared = { coins: 0, rates: 0 };
  for (let atMs = 0; atMs < hours * 3_600_000; atMs += STEP_MS) {
    for (const group of ['coins', 'rates'] as const) {
      shared[group] += random.normal() * 0.00003;
      if (random.next() < STEP_MS / 30_000) shared[group] += random.normal() * 0.004;
    }
    const prices = new Map<string, number>();
    const together = { isQuoted: random.next() > 0.5, part: random.next() };
    for (const { instrument, group, beta, cross, truth } of tapes) {
      const start = listings.find((one) => one.instrument === instrument)?.behaviour.startPrice ?? 1;
      const legs = cross?.legs.map((leg) => prices.get(leg) ?? 1);
      const price =
        cross === undefined
          ? start * Math.exp(shared[group] * beta)
          : crossPrice(cross.of, legs?.[0] ?? 1, legs?.[1] ?? 1);
      prices.set(instrument.symbol, price);
      truth?.push(price);
      const alone = { isQuoted: random.next() > 0.5, part: random.next() };
      const { isQuoted, part } = group === 'rates' && cross === undefined ? together : alone;
      if (!isQuoted) continue;
      const { symbol, tickSize } = instrument;
      const bid = onStep(price, tickSize);
      const feedTimeMs = STARTS_MS + atMs + Math.floor(part * STEP_MS);
      written.write(
        { symbol, bid, ask: bid + tickSize, volume: 0n, feedTimeMs },
        feedTimeMs + writtenAfterMs,
      );
    }
  }
  return { tapes, rates: written.rates };
}

function tapeOf({ instrument, behaviour }: Listing): BotTape {
  const group = instrument.kind === 'crypto' ? 'coins' : 'rates';
  const common = { instrument, group, entries: [] as TapeEntry[] } as const;
  if ('legs' in behaviour) {
    const { of, legs } = behaviour;
    return { ...common, beta: 0, unit: 0.08 * Math.sqrt(A_SECOND_OF_A_YEAR), cross: { of, legs } };
  }
  const { yearlyVolatility, loads } = behaviour;
  return {
    ...common,
    beta: yearlyVolatility * (loads.crypto ?? loads.dollar ?? 0),
    unit: yearlyVolatility * Math.sqrt(A_SECOND_OF_A_YEAR),
  };
}

/** Derives the beta of each cross from the betas of its legs. */
function withCrosses(tapes: readonly BotTape[]): BotTape[] {
  const betaOf = (symbol: string): number =>
    tapes.find(({ instrument }) => instrument.symbol === symbol)?.beta ?? 0;
  return tapes.map((tape) => {
    if (tape.cross === undefined) return tape;
    const [first, second] = [betaOf(tape.cross.legs[0]), betaOf(tape.cross.legs[1])];
    return { ...tape, beta: tape.cross.of === 'ratio' ? first - second : first + second };
  });
}

/** Writes quotes as entries, followed by the rates that are due, as the tape's writer does. */
function writer(tapes: readonly BotTape[]) {
  const bySymbol = new Map(tapes.map((tape) => [tape.instrument.symbol, tape.entries]));
  const rates = new Map<string, TapeEntry[]>(conversions.map(({ symbol }) => [symbol, []]));
  return {
    rates,
    write: (quote: Quote, timeMs: number): void => {
      const entries = bySymbol.get(quote.symbol);
      if (entries === undefined) throw new Error(`expected a tape of ${quote.symbol}, found none`);
      entries.push({ ...quote, last: quote.last ?? quote.bid, timeMs, seq: BigInt(entries.length + 1) });
      for (const conversion of conversions) {
        const [own, source] = [rates.get(conversion.symbol), bySymbol.get(conversion.source)?.at(-1)];
        const newest = own?.at(-1) ?? { seq: 0n, timeMs: 0, feedTimeMs: 0 };
        if (source === undefined || !isRateDue(newest, source, timeMs)) continue;
        const price = conversionRate(conversion, source);
        own?.push({
          ...{ symbol: conversion.symbol, seq: newest.seq + 1n, timeMs, feedTimeMs: source.timeMs },
          ...{ bid: price, ask: price, last: price, volume: 0n },
        });
      }
    },
  };
}
