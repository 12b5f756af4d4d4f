/**
 * The model of the simulated market, implemented from docs/verification.md and independently of the platform's code. It
 * computes the quotes of each symbol step by step, from the given times and the random numbers of a day alone.
 */
import { printDecimal, readDecimal } from './decimal.ts';
import type { MarketSymbol } from './market-symbols.ts';
import { MARKET_SYMBOLS } from './market-symbols.ts';

/** Returns the random number at a position, uniform in [0, 1). */
export type Numbers = (place: number) => number;

export type ModelQuote = {
  readonly symbol: string;
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
  readonly volume: string;
};

/** The interval of quotes in minutes: each symbol is quoted twice a second. */
export const QUOTE_MINUTES = 1 / 60 / 2;
const YEAR_MINUTES = 365 * 24 * 60;
const PULL_HALF_LIFE_MS = 90 * 86_400_000;
const JUMP_EVERY_MS = 6 * 3_600_000;
export const STEP_MS = 250;
const UNITS_OF_ONE = 100_000_000;

type Source = { variance: number; minuteMs: number; minuteReturn: number; moved: number };
type Price = { price: number; heat: number };
type State = {
  readonly prices: Record<string, Price>;
  /** The factors by name: "crypto", "dollar", or a symbol. */
  readonly sources: Record<string, Source>;
  place: number;
  spare: number | null;
};

/** A market that can be advanced, and copied where two continuations are possible. */
export class MarketModel {
  readonly #numbers: Numbers;
  readonly #state: State;

  constructor(numbers: Numbers, state: State) {
    this.#numbers = numbers;
    this.#state = state;
  }

  /** Starts at given prices (the middle of bid and ask, in 10⁻⁸) or, if none are given, at the default starting prices. */
  static begin(numbers: Numbers, middles: ReadonlyMap<string, bigint>): MarketModel {
    const prices: Record<string, Price> = {};
    for (const { symbol, start } of MARKET_SYMBOLS) {
      const middle = middles.get(symbol);
      prices[symbol] = { price: middle === undefined ? start : Number(middle) / UNITS_OF_ONE, heat: 1 };
    }
    // The shared factors come first, then each symbol's own factor in the order of the list.
    const sources: Record<string, Source> = {};
    for (const name of ['crypto', 'dollar', ...walkers.map(({ symbol }) => symbol)]) {
      sources[name] = { variance: 1, minuteMs: 0, minuteReturn: 0, moved: 0 };
    }
    const model = new MarketModel(numbers, { prices, sources, place: 0, spare: null });
    model.#cross();
    return model;
  }

  copy(): MarketModel {
    return new MarketModel(this.#numbers, structuredClone(this.#state));
  }

  /** Performs a step, which changes all factors and the prices of open symbols. */
  step(isOpen: (symbol: MarketSymbol) => boolean, stepMs = STEP_MS): void {
    for (const source of Object.values(this.#state.sources)) this.#move(source, stepMs);
    for (const walker of walkers) if (isOpen(walker)) this.#walk(walker, stepMs);
    this.#cross();
  }

  /** Returns the quotes of some symbols, in the order of the list. The first quotes of a run have no volume. */
  quotes(isQuoted: (symbol: MarketSymbol) => boolean, minutes = QUOTE_MINUTES): ModelQuote[] {
    return MARKET_SYMBOLS.filter(isQuoted).map((symbol) => this.#quote(symbol, minutes));
  }

  #next(): number {
    const { place } = this.#state;
    this.#state.place += 1;
    return this.#numbers(place);
  }

  /** Marsaglia's polar method, which produces two numbers at a time. */
  #normal(): number {
    const { spare } = this.#state;
    if (spare !== null) {
      this.#state.spare = null;
      return spare;
    }
    for (;;) {
      const x = 2 * this.#next() - 1;
      const y = 2 * this.#next() - 1;
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#state.spare = y * scale;
      return x * scale;
    }
  }

  #move(source: Source, stepMs: number): void {
    source.moved = this.#normal() * Math.sqrt((source.variance * stepMs) / 60_000);
    if (this.#next() < stepMs / JUMP_EVERY_MS) source.moved += this.#normal() * 5;
    source.minuteMs += stepMs;
    source.minuteReturn += source.moved;
    if (source.minuteMs < 60_000) return;
    const surprise = (source.minuteReturn * source.minuteReturn * 60_000) / source.minuteMs;
    const variance = 1 - 0.07 - 0.91 + 0.07 * surprise + 0.91 * source.variance;
    source.variance = Math.min(16, Math.max(0.25, variance));
    source.minuteMs = 0;
    source.minuteReturn = 0;
  }

  #walk({ symbol, start, factor, load, volatility }: Walker, stepMs: number): void {
    const own = this.#source(symbol);
    const shared = this.#source(factor);
    const state = this.#price(symbol);
    const ownLoad = Math.sqrt(Math.max(0, 1 - load * load));
    const moved = ownLoad * own.moved + load * shared.moved;
    const variance = ownLoad * ownLoad * own.variance + load * load * shared.variance;
    const pull = -Math.log(state.price / start) * (stepMs / PULL_HALF_LIFE_MS) * Math.LN2;
    state.heat = Math.sqrt(variance);
    state.price *= Math.exp(volatility * Math.sqrt(1 / YEAR_MINUTES) * moved + pull);
  }

  #cross(): void {
    for (const { symbol, legs, of } of crosses) {
      const [first, second] = [this.#price(legs[0]), this.#price(legs[1])];
      const state = this.#price(symbol);
      state.price = of === 'ratio' ? first.price / second.price : first.price * second.price;
      state.heat = (first.heat + second.heat) / 2;
    }
  }

  #quote(symbol: MarketSymbol, minutes: number): ModelQuote {
    const { price, heat } = this.#price(symbol.symbol);
    const [tick, step, spread] = [symbol.tick, symbol.step, symbol.spread].map(unitsOf) as [
      bigint,
      bigint,
      bigint,
    ];
    const wideness = BigInt(Math.max(2, Math.round(2 * heat)));
    const width = downTo((spread * wideness) / 2n, tick);
    const middle = nearest(price, tick);
    const below = middle - downTo(width / 2n, tick);
    const bid = below > 0n ? below : tick;
    const ask = bid + width;
    const volume = nearest(-Math.log(1 - this.#next()) * symbol.minuteVolume * minutes * heat, step);
    const isBought = this.#next() < 0.5;
    // Without a trade, the last price is the middle of bid and ask, rounded to a tick.
    const traded = isBought ? ask : bid;
    const last = symbol.kind === 'crypto' ? traded : downTo((bid + ask) / 2n + tick / 2n, tick);
    const [bidText, askText, lastText, volumeText] = [bid, ask, last, volume].map(printDecimal) as [
      string,
      string,
      string,
      string,
    ];
    return { symbol: symbol.symbol, bid: bidText, ask: askText, last: lastText, volume: volumeText };
  }

  #price(symbol: string): Price {
    return this.#state.prices[symbol] as Price;
  }

  #source(name: string): Source {
    return this.#state.sources[name] as Source;
  }
}

type Walker = Extract<MarketSymbol, { readonly load: number }>;
const walkers = MARKET_SYMBOLS.filter((symbol): symbol is Walker => 'load' in symbol);
const crosses = MARKET_SYMBOLS.filter((symbol) => 'legs' in symbol);

function unitsOf(decimal: string): bigint {
  return readDecimal(decimal) as bigint;
}

function downTo(value: bigint, step: bigint): bigint {
  return value - (value % step);
}

/** Rounds a price or volume of the model to the nearest multiple of a step. */
function nearest(value: number, step: bigint): bigint {
  return BigInt(Math.round((value * UNITS_OF_ONE) / Number(step))) * step;
}
