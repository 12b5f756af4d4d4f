/**
 * The simulated market's model (described in docs/feeds.md). Log returns of a symbol are a sum of shared factors and a part of
 * its own. Each of these sources has a variance that clusters as in GARCH(1,1), updated once a minute of market time from what the
 * source did in that minute, and now and then jumps. A weak pull towards the starting price keeps long demos plausible.
 * These are a model's numbers, not money: they become exact amounts only when a quote is made of them.
 */
import type { Factor, Listing } from '../catalogue.ts';
import type { Random } from './random.ts';
import { createRandom } from './random.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

/** GARCH(1,1) on a variance whose long-run mean is one. */
const ALPHA = 0.07;
const BETA = 0.91;
const OMEGA = 1 - ALPHA - BETA;
const VARIANCE_MIN = 0.25;
const VARIANCE_MAX = 16;

/** A jump comes on average once in this time for each source, as large as this many ordinary minutes. */
const JUMP_EVERY_MS = 6 * 3_600_000;
const JUMP_MINUTES = 5;

/** The pull halves a distance from the starting price in this time. */
const PULL_HALF_LIFE_MS = 90 * 86_400_000;

type Source = { variance: number; minuteMs: number; minuteReturn: number };

export type SimulatedPrice = {
  readonly listing: Listing;
  price: number;
  /** Multiplier on the ordinary volatility now, one on average. */
  heat: number;
};

export type Simulation = {
  readonly prices: ReadonlyMap<string, SimulatedPrice>;
  /** Lets the market move by a span; symbols that `isOpen` says are closed stand still. */
  step(spanMs: number, isOpen: (listing: Listing) => boolean): void;
  readonly random: Random;
};

/** A market at its starting prices, or at those given. */
export function createSimulation(options: {
  readonly seed: string;
  readonly listings: readonly Listing[];
  readonly priceOf?: (listing: Listing) => number | undefined;
}): Simulation {
  const random = createRandom(options.seed);
  const factors = new Map<Factor, Source>();
  const own = new Map<string, Source>();
  const prices = new Map<string, SimulatedPrice>();
  for (const listing of options.listings) {
    const { symbol } = listing.instrument;
    const price = options.priceOf?.(listing) ?? listing.behaviour.startPrice;
    prices.set(symbol, { listing, price, heat: 1 });
    own.set(symbol, { variance: 1, minuteMs: 0, minuteReturn: 0 });
    for (const factor of Object.keys(listing.behaviour.loads) as Factor[]) {
      if (!factors.has(factor)) factors.set(factor, { variance: 1, minuteMs: 0, minuteReturn: 0 });
    }
  }

  const step: Simulation['step'] = (spanMs, isOpen) => {
    const moves = new Map<Factor, number>();
    for (const [factor, source] of factors) moves.set(factor, move(source, spanMs, random));
    for (const [symbol, state] of prices) {
      const source = own.get(symbol);
      // Drawn whether open or not, so that the numbers of one symbol do not depend on another's session.
      const alone = source === undefined ? 0 : move(source, spanMs, random);
      if (!isOpen(state.listing)) continue;
      applyMove(state, { moves, factors, alone, aloneVariance: source?.variance ?? 1, spanMs });
    }
  };
  return { prices, step, random };
}

function applyMove(
  state: SimulatedPrice,
  by: {
    readonly moves: ReadonlyMap<Factor, number>;
    readonly factors: ReadonlyMap<Factor, Source>;
    readonly alone: number;
    readonly aloneVariance: number;
    readonly spanMs: number;
  },
): void {
  const { loads, yearlyVolatility, startPrice } = state.listing.behaviour;
  let shared = 0;
  let variance = 0;
  let squares = 0;
  for (const [factor, load] of Object.entries(loads) as [Factor, number][]) {
    shared += load * (by.moves.get(factor) ?? 0);
    variance += load * load * (by.factors.get(factor)?.variance ?? 1);
    squares += load * load;
  }
  const rest = Math.max(0, 1 - squares);
  const unit = yearlyVolatility * Math.sqrt(MINUTE_MS / YEAR_MS);
  const pull = -Math.log(state.price / startPrice) * (by.spanMs / PULL_HALF_LIFE_MS) * Math.LN2;
  state.heat = Math.sqrt(variance + rest * by.aloneVariance);
  state.price *= Math.exp(unit * (shared + Math.sqrt(rest) * by.alone) + pull);
}

/** A source's return over a span, in units of an ordinary minute's standard deviation. */
function move(source: Source, spanMs: number, random: Random): number {
  let moved = random.normal() * Math.sqrt((source.variance * spanMs) / MINUTE_MS);
  if (random.next() < spanMs / JUMP_EVERY_MS) moved += random.normal() * JUMP_MINUTES;
  source.minuteMs += spanMs;
  source.minuteReturn += moved;
  if (source.minuteMs >= MINUTE_MS) {
    const surprise = (source.minuteReturn * source.minuteReturn * MINUTE_MS) / source.minuteMs;
    const next = OMEGA + ALPHA * surprise + BETA * source.variance;
    source.variance = Math.min(VARIANCE_MAX, Math.max(VARIANCE_MIN, next));
    source.minuteMs = 0;
    source.minuteReturn = 0;
  }
  return moved;
}
