/** Converts a simulated price to an exact quote on ticks, with a spread that widens when the market is volatile. */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { AMOUNT_DECIMALS } from '@candor/domain/money/amount.ts';
import type { Random } from './random.ts';
import type { SimulatedPrice } from './simulation.ts';

/** The size of each step in smallest units, as a number of the model. */
const unitsOf = new Map<Amount, number>();
const UNITS_OF_ONE = 10 ** AMOUNT_DECIMALS;

/** Rounds a number of the model to the nearest exact multiple of a step. */
export function onStep(value: number, step: Amount): Amount {
  let units = unitsOf.get(step);
  if (units === undefined) {
    units = Number.parseInt(step.toString(), 10);
    unitsOf.set(step, units);
  }
  return BigInt(Math.round((value * UNITS_OF_ONE) / units)) * step;
}

export function modelNumber(price: Amount): number {
  return Number.parseInt(price.toString(), 10) / UNITS_OF_ONE;
}

/** The minutes of volume that a quote covers, and the quote's market time. */
export type QuoteMoment = { readonly feedTimeMs: number; readonly minutes: number };

/**
 * Returns a quote at the simulated price. A crypto quote includes a trade at the bid or the ask; forex and metals have no trades.
 */
export function simulatedQuote(state: SimulatedPrice, moment: QuoteMoment, random: Random): Quote {
  const { instrument, spread, behaviour } = state.listing;
  const tick = instrument.tickSize;
  const wideness = BigInt(Math.max(2, Math.round(2 * state.heat)));
  const width = ((spread * wideness) / 2n / tick) * tick;
  const middle = onStep(state.price, tick);
  const below = (width / 2n / tick) * tick;
  const bid = middle - below > 0n ? middle - below : tick;
  const ask = bid + width;
  const traded = -Math.log(1 - random.next()) * behaviour.minuteVolume * moment.minutes * state.heat;
  const bought = random.next() < 0.5;
  return {
    symbol: instrument.symbol,
    bid,
    ask,
    ...(instrument.kind === 'crypto' ? { last: bought ? ask : bid } : {}),
    volume: onStep(traded, instrument.quantityStep),
    feedTimeMs: moment.feedTimeMs,
  };
}

/** Draws and discards the random numbers that a quote would use. */
export function passQuote(random: Random): void {
  random.next();
  random.next();
}
