/**
 * The simulated market's model (described in docs/feeds.md). A symbol's log return is the sum of shared factors and an
 * individual component. The variance of each of these sources clusters as in GARCH(1,1) and is updated once a minute of market
 * time from the source's moves in that minute. Occasionally, a source jumps. A weak pull towards the starting price keeps the
 * prices of long demos plausible. A cross rate does not move independently; it is computed from its two legs at every step. All
 * values are numbers of the model, not amounts of money; they become exact amounts only in quotes.
 */
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { Cross, Factor, Listing, Walk } from '../catalogue.ts';
import { crossPrice } from '../catalogue.ts';
import type { Random } from './random.ts';
import { createKeyedRandom } from './keyed-random.ts';

const YEAR_MS = 365 * 86_400_000;

/** GARCH(1,1) on a variance with a long-run mean of one. */
const ALPHA = 0.07;
const BETA = 0.91;
const OMEGA = 1 - ALPHA - BETA;
const VARIANCE_MIN = 0.25;
const VARIANCE_MAX = 16;

/** The mean time between jumps of a source, and the size of a jump in standard deviations of an ordinary minute. */
const JUMP_EVERY_MS = 6 * 3_600_000;
const JUMP_MINUTES = 5;

/** The time in which the pull halves the distance to the starting price. */
const PULL_HALF_LIFE_MS = 90 * 86_400_000;

type Source = { variance: number; minuteMs: number; minuteReturn: number; moved: number };

export type SimulatedPrice = {
  readonly listing: Listing;
  price: number;
  /** The current multiplier of the ordinary volatility. Its average is one. */
  heat: number;
};

/** A symbol and the sources that move it: the shared factors according to its loads, and for the rest an individual source. */
type Mover = {
  readonly state: SimulatedPrice;
  readonly startPrice: number;
  readonly own: Source;
  readonly ownLoad: number;
  readonly shared: readonly { readonly source: Source; readonly load: number }[];
  /** The standard deviation of the return in an ordinary minute. */
  readonly unit: number;
};

type Crossing = {
  readonly state: SimulatedPrice;
  readonly of: Cross['of'];
  readonly legs: readonly [SimulatedPrice, SimulatedPrice];
};

export type Simulation = {
  readonly prices: ReadonlyMap<string, SimulatedPrice>;
  /** Advances the market by a period of time. Symbols that `isOpen` reports as closed don't move. */
  step(spanMs: number, isOpen: (listing: Listing) => boolean): void;
  readonly random: Random;
};

/**
 * Creates a market at its starting prices or at given ones. Cross rates need no given price, because it follows from their legs.
 */
export function createSimulation(options: {
  readonly seed: string;
  readonly listings: readonly Listing[];
  readonly priceOf?: (listing: Listing) => number | undefined;
}): Simulation {
  const random = createKeyedRandom(options.seed);
  const factors = new Map<Factor, Source>();
  const prices = new Map<string, SimulatedPrice>();
  for (const listing of options.listings) {
    const price = options.priceOf?.(listing) ?? listing.behaviour.startPrice;
    prices.set(listing.instrument.symbol, { listing, price, heat: 1 });
  }
  const movers: Mover[] = [];
  const crossings: Crossing[] = [];
  for (const state of prices.values()) {
    const { behaviour } = state.listing;
    if ('legs' in behaviour) crossings.push(crossingOf(state, behaviour, prices));
    else movers.push(moverOf(state, behaviour, factors));
  }
  for (const crossing of crossings) applyLegs(crossing);
  const sources = [...factors.values(), ...movers.map((mover) => mover.own)];
  return {
    prices,
    step: (spanMs, isOpen) => {
      // All sources move, even if a symbol's market is closed, so that one symbol's prices do not depend on another's session.
      for (const source of sources) move(source, spanMs, random);
      for (const mover of movers) if (isOpen(mover.state.listing)) applyMove(mover, spanMs);
      for (const crossing of crossings) applyLegs(crossing);
    },
    random,
  };
}

function moverOf(state: SimulatedPrice, walk: Walk, factors: Map<Factor, Source>): Mover {
  const { loads, startPrice, yearlyVolatility } = walk;
  const shared = (Object.entries(loads) as [Factor, number][]).map(([factor, load]) => {
    const source = factors.get(factor) ?? calmSource();
    factors.set(factor, source);
    return { source, load };
  });
  const squares = shared.reduce((sum, { load }) => sum + load * load, 0);
  return {
    state,
    startPrice,
    own: calmSource(),
    ownLoad: Math.sqrt(Math.max(0, 1 - squares)),
    shared,
    unit: yearlyVolatility * Math.sqrt(MINUTE_MS / YEAR_MS),
  };
}

function crossingOf(
  state: SimulatedPrice,
  { legs, of }: Cross,
  prices: ReadonlyMap<string, SimulatedPrice>,
): Crossing {
  const [first, second] = [prices.get(legs[0]), prices.get(legs[1])];
  if (first === undefined || second === undefined) {
    throw new Error(
      `expected ${legs.join(' and ')} in order to simulate ${state.listing.instrument.symbol}, found one missing`,
    );
  }
  return { state, of, legs: [first, second] };
}

/** Sets a cross rate to the price that follows from its legs, and to their average volatility. */
function applyLegs({ state, of, legs: [first, second] }: Crossing): void {
  state.price = crossPrice(of, first.price, second.price);
  state.heat = (first.heat + second.heat) / 2;
}

function calmSource(): Source {
  return { variance: 1, minuteMs: 0, minuteReturn: 0, moved: 0 };
}

function applyMove({ state, startPrice, own, ownLoad, shared, unit }: Mover, spanMs: number): void {
  let moved = ownLoad * own.moved;
  let variance = ownLoad * ownLoad * own.variance;
  for (const { source, load } of shared) {
    moved += load * source.moved;
    variance += load * load * source.variance;
  }
  const distance = Math.log(state.price / startPrice);
  const pull = -distance * (spanMs / PULL_HALF_LIFE_MS) * Math.LN2;
  state.heat = Math.sqrt(variance);
  state.price *= Math.exp(unit * moved + pull);
}

/** Advances a source by a period of time. The source's return is in standard deviations of an ordinary minute. */
function move(source: Source, spanMs: number, random: Random): void {
  let moved = random.normal() * Math.sqrt((source.variance * spanMs) / MINUTE_MS);
  if (random.next() < spanMs / JUMP_EVERY_MS) moved += random.normal() * JUMP_MINUTES;
  source.moved = moved;
  source.minuteMs += spanMs;
  source.minuteReturn += moved;
  if (source.minuteMs >= MINUTE_MS) {
    const surprise = (source.minuteReturn * source.minuteReturn * MINUTE_MS) / source.minuteMs;
    const next = OMEGA + ALPHA * surprise + BETA * source.variance;
    source.variance = Math.min(VARIANCE_MAX, Math.max(VARIANCE_MIN, next));
    source.minuteMs = 0;
    source.minuteReturn = 0;
  }
}
