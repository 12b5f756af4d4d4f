/** Random spot orders of every kind and random changes of them, the same for the same seed and the same prices. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { createRandom } from '../../src/quotes/feeds/random.ts';
import { distanceMet, levelMet } from './coming-prices.ts';
import type { Coming } from './coming-prices.ts';
import type { SpotChange, SpotKind, SpotWish } from './spot-oracle.ts';

type Prices = { readonly bid: Amount; readonly ask: Amount };
/** The newest quote, and the following ones. */
type Quote = Prices & { readonly next: readonly Prices[] };
/** An order as requested: the terms that decide its outcome, and the instruction with which it is sent. */
export type WishedOrder = SpotWish & { readonly how?: 'IOC' | 'FOK' | 'post_only' };

/** An open order as the platform lists it. */
export type OpenOrder = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: SpotKind;
  readonly isTriggered: boolean;
  readonly isProtected: boolean;
  readonly expiresMs: number | null;
};

const KINDS: readonly (readonly [SpotKind, number])[] = [
  ['market', 0.1],
  ['limit', 0.3],
  ['stop', 0.44],
  ['stop_limit', 0.6],
  ['oco', 0.78],
  ['trailing_stop', 1],
];
/** The time between two quotes of a replayed minute. */
const QUOTE_MS = 15_000;
/** The share of the levels that a coming price meets to the unit. */
const MET = 0.4;
const NO_BRACKET = new Set<SpotKind>(['oco', 'trailing_stop']);

function comingTo({ bid, ask, next }: Quote, side: 'buy' | 'sell'): Coming {
  return side === 'buy'
    ? { at: ask, next: next.map((one) => one.ask) }
    : { at: bid, next: next.map((one) => one.bid) };
}

export function randomSpotOrders(
  seed: string,
  { reach, restsMs }: { readonly reach: number; readonly restsMs: number },
) {
  const random = createRandom(seed);
  const chance = (share: number): boolean => random.next() < share;
  const among = (count: number): number => Math.floor(random.next() * count);

  /** Returns a distance in whole ticks, at least one, and seldom large. */
  const distance = ({ tickSize }: ContractInstrument, price: Amount): Amount => {
    const part = BigInt(Math.round(reach * random.next() ** 2 * 1e6));
    return ((price * part) / 1_000_000n / tickSize + 1n) * tickSize;
  };
  const sizeOf = ({ quantityStep, quantityMin }: ContractInstrument, price: Amount): Amount => {
    const value = BigInt(Math.round(5 + 145 * random.next() ** 2)) * ONE;
    const quantity = ((value * ONE) / price / quantityStep) * quantityStep;
    return quantity < quantityMin ? quantityMin : quantity;
  };
  /** The expiry is the time of a quote or well after it, so that the clock does not pass it while it almost stands still. */
  const endOf = (nowMs: number): number => {
    const quotes = Math.floor((nowMs + restsMs * random.next() ** 2) / QUOTE_MS) + 2;
    return quotes * QUOTE_MS + (chance(0.3) ? 0 : QUOTE_MS / 2 + among(QUOTE_MS / 2));
  };
  const trail = (instrument: ContractInstrument, coming: Coming, side: 'buy' | 'sell') => {
    if (chance(0.4)) return { trailingBps: 1 + Math.round(reach * 10_000 * random.next() ** 2) };
    const drawn = distance(instrument, coming.at);
    const trailing = chance(MET) ? distanceMet(drawn, coming, side) : drawn;
    return { trailing: trailing % instrument.tickSize === 0n ? trailing : drawn };
  };

  /** The levels that an order of this kind waits for, on the side from which the price can reach them. */
  const levelsOf = (
    instrument: ContractInstrument,
    { side, type, coming }: { side: 'buy' | 'sell'; type: SpotKind; coming: Coming },
  ): Pick<SpotWish, 'price' | 'stop' | 'trailing' | 'trailingBps'> => {
    const { at } = coming;
    const [up, away] = [side === 'buy' ? 1n : -1n, distance(instrument, at)];
    const level = (drawn: Amount): Amount => {
      const met = chance(MET) ? levelMet(drawn, coming) : drawn;
      return met % instrument.tickSize === 0n ? met : drawn;
    };
    if (type === 'limit') return { price: level(at - up * away) };
    if (type === 'stop') return { stop: level(at + up * away) };
    // The limit is on either side of the stop, so some limits are reached together with the stop, and others later.
    if (type === 'stop_limit')
      return {
        stop: level(at + up * away),
        price: at + up * away + (chance(0.5) ? up : -up) * distance(instrument, at),
      };
    if (type === 'oco')
      return { price: level(at - up * away), stop: level(at + up * distance(instrument, at)) };
    return type === 'trailing_stop' ? trail(instrument, coming, side) : {};
  };

  const bracketOf = (
    instrument: ContractInstrument,
    wish: SpotWish,
    { bid, ask }: Prices,
  ): Pick<SpotWish, 'takeProfit' | 'stopLoss'> => {
    if (wish.side !== 'buy' || NO_BRACKET.has(wish.type) || chance(0.4)) return {};
    const levels = [wish.price ?? wish.stop ?? ask, wish.stop ?? wish.price ?? bid] as const;
    const [low, high] = levels[0] < levels[1] ? levels : [levels[1], levels[0]];
    const which = random.next();
    return {
      ...(which < 0.7 ? { takeProfit: high + distance(instrument, ask) } : {}),
      ...(which > 0.35 ? { stopLoss: low - distance(instrument, ask) } : {}),
    };
  };

  const atMarket = (instrument: ContractInstrument, wish: SpotWish, at: Amount): WishedOrder => {
    const { quantity, ...rest } = wish;
    // Some orders accept only a better price than the newest one, so they are refused or, if the newest price is old, hardly ever
    // fill.
    const away = (wish.side === 'buy') === chance(0.7) ? 1n : -1n;
    const worst = chance(0.5) ? { worst: at + away * distance(instrument, at) } : {};
    const how =
      worst.worst !== undefined && chance(0.5) ? ({ how: chance(0.5) ? 'IOC' : 'FOK' } as const) : {};
    if (wish.side === 'buy' && how.how === undefined && chance(0.5) && quantity !== undefined)
      return { ...rest, ...worst, budget: (quantity * at) / ONE + ONE };
    return { ...wish, ...worst, ...how };
  };

  return {
    chance,
    among,
    order(instrument: ContractInstrument, quote: Quote, nowMs: number): WishedOrder {
      const side = chance(0.55) ? 'buy' : 'sell';
      const at = side === 'buy' ? quote.ask : quote.bid;
      const drawn = random.next();
      const type = KINDS.find(([, below]) => drawn < below)?.[0] ?? 'market';
      const isThrough = type === 'limit' && chance(0.12);
      const levels = isThrough
        ? { price: side === 'buy' ? at + distance(instrument, at) : at }
        : levelsOf(instrument, { side, type, coming: comingTo(quote, side) });
      const plain = {
        symbol: instrument.symbol,
        side,
        type,
        quantity: sizeOf(instrument, at),
        ...levels,
      } as const;
      const wish = { ...plain, ...bracketOf(instrument, plain, quote) };
      if (type === 'market') return atMarket(instrument, wish, at);
      if (type === 'limit' && !isThrough && chance(0.2)) return { ...wish, how: 'post_only' };
      return chance(0.4) ? { ...wish, expiresMs: endOf(nowMs) } : wish;
    },

    /** A customer's changes to an open order. The platform refuses those that do not fit the order. */
    change(instrument: ContractInstrument, order: OpenOrder, quote: Quote, nowMs: number): SpotChange {
      const { side, isTriggered, isProtected } = order;
      const type = order.type === 'stop_limit' && isTriggered ? 'limit' : order.type;
      const at = side === 'buy' ? quote.ask : quote.bid;
      const ends = chance(0.3)
        ? { expiresMs: order.expiresMs !== null && chance(0.4) ? null : endOf(nowMs) }
        : {};
      if (type === 'trailing_stop')
        return ends.expiresMs !== undefined && chance(0.6)
          ? ends
          : { ...ends, ...trail(instrument, comingTo(quote, side), side) };
      const quantity = chance(0.4) ? { quantity: sizeOf(instrument, at) } : {};
      // Take profit and stop loss stay, so most other levels of such a purchase do not fit them.
      if (isProtected && chance(0.7)) return { quantity: sizeOf(instrument, at), ...ends };
      const { price, stop } = levelsOf(instrument, { side, type, coming: comingTo(quote, side) });
      const [hasPrice, hasStop] = [price !== undefined && chance(0.8), stop !== undefined && chance(0.8)];
      const levels = {
        ...(price !== undefined && (hasPrice || stop === undefined) ? { price } : {}),
        ...(stop !== undefined && hasStop ? { stop } : {}),
      };
      const change = { ...levels, ...quantity, ...ends };
      return Object.keys(change).length === 0 ? { quantity: sizeOf(instrument, at) } : change;
    },
  };
}
