/**
 * The demo's strategy: a simulated arbitrage between three venues whose prices are derived from the public tape. The trades of
 * each slot of ten minutes are a function of the slot's time and of the newest tape entry that each symbol had at that time,
 * so anyone with the tape can recompute every trade. Nothing in this file may change, because past trades could then no longer
 * be recomputed. For the same reason, ticks and steps are defined here and not taken from the catalogue.
 */
import type { Amount } from '../money/amount.ts';
import { amount, ONE } from '../money/amount.ts';
import { feeOn, floorToStep, mulDivDown, mulDivUp, valuePaid, valueReceived } from '../money/rounding.ts';
import { dayOf } from '../policy/own-limit.ts';

export const SLOT_MS = 600_000;

/** Candor's own money with which the strategy trades, in USDT. Customers' principal is not included. */
export const STRATEGY_CAPITAL: Amount = amount('2000000');
/** One trade uses at most five per cent of the capital. */
const TRADE_MAX: Amount = STRATEGY_CAPITAL / 20n;

export type Venue = { readonly name: string; readonly feeRate: Amount };
export const venues: readonly Venue[] = [
  { name: 'Aster', feeRate: amount('0.0002') },
  { name: 'Borea', feeRate: amount('0.0003') },
  { name: 'Cygnet', feeRate: amount('0.0005') },
];

/** The traded symbols, each with its price tick and quantity step. */
const markets = [
  { symbol: 'BTC/USDT', tick: amount('0.01'), step: amount('0.00001') },
  { symbol: 'ETH/USDT', tick: amount('0.01'), step: amount('0.0001') },
  { symbol: 'BNB/USDT', tick: amount('0.01'), step: amount('0.001') },
  { symbol: 'SOL/USDT', tick: amount('0.01'), step: amount('0.001') },
] as const;
export const strategySymbols: readonly string[] = markets.map(({ symbol }) => symbol);

/** The minimum profit after both fees, as a fraction of the cost. */
const EDGE_MIN: Amount = amount('0.0005');
/** The profit from which a trade has its full size; below it, the size is proportional to the profit. */
const EDGE_FULL: Amount = amount('0.002');

/** The maximum deviation of a venue's price from the tape's, on the least and on the most volatile day. */
const STRAY_MIN: Amount = amount('0.0017');
const STRAY_MAX: Amount = amount('0.0024');
/**
 * The maximum slippage of the second leg, as a fraction of the profit. On a bad day, about one in eight, the slippage usually
 * exceeds the profit, and the strategy loses.
 */
const SLIP_USUAL: Amount = amount('0.6');
const SLIP_BAD: Amount = amount('2.8');
const BAD_DAY_IN = 8n;

/** The seed is public. It affects nothing that a customer buys or sells, and anyone can recompute the trades with it. */
const SEED = 0x43414e444f5246n;
/**
 * The purposes of random numbers, so that no two purposes use the same number. For a symbol in a slot, the numbers of the
 * venues come first, then that of the slippage.
 */
const DRAW = { bad: 1n, stray: 2n, slot: 3n } as const;
const WORD = (1n << 64n) - 1n;

/** The last price of the newest entry of a symbol's tape at the time of a slot. */
export type Reference = { readonly symbol: string; readonly seq: bigint; readonly last: Amount };

/** One leg of a trade. The fee is in USDT. */
export type TradeLeg = { readonly venue: string; readonly price: Amount; readonly fee: Amount };

export type StrategyTrade = {
  readonly slotMs: number;
  readonly symbol: string;
  readonly quantity: Amount;
  readonly buy: TradeLeg;
  /** The price after slippage. */
  readonly sell: TradeLeg;
  /** The proceeds minus cost and both fees, in USDT; negative for a loss. */
  readonly result: Amount;
  /** The tape entry from which the venues' prices were derived. */
  readonly tapeSeq: bigint;
};

/** Returns the time of the first slot at or after an instant. */
export function slotFrom(ms: number): number {
  return Math.ceil(ms / SLOT_MS) * SLOT_MS;
}

/** Returns a day's parameters: the venues' maximum deviation, and the maximum slippage of the second leg. */
function dayMood(day: number): { readonly stray: Amount; readonly slip: Amount } {
  const isBad = drawn(drawn(SEED, DRAW.bad), BigInt(day)) % BAD_DAY_IN === 0n;
  const livelier = mulDivDown(STRAY_MAX - STRAY_MIN, drawn(drawn(SEED, DRAW.stray), BigInt(day)), WORD);
  return { stray: STRAY_MIN + livelier, slip: isBad ? SLIP_BAD : SLIP_USUAL };
}

/**
 * Returns the trades of a slot, at most one per symbol. There is no trade for a symbol without a price or with a best spread
 * below the minimum.
 */
export function tradesOfSlot(slotMs: number, references: readonly Reference[]): StrategyTrade[] {
  const { stray, slip } = dayMood(dayOf(slotMs));
  const ofSlot = drawn(drawn(SEED, DRAW.slot), BigInt(slotMs / SLOT_MS));
  return references.flatMap((reference) => {
    const at = markets.findIndex(({ symbol }) => symbol === reference.symbol);
    const market = markets[at];
    if (market === undefined) throw new Error(`expected a symbol of the strategy, found ${reference.symbol}`);
    const ofSymbol = drawn(ofSlot, BigInt(at));
    const quotes = venues.map((venue, number) => {
      const deviation = within(stray, drawn(ofSymbol, BigInt(number)));
      const price = floorToStep(mulDivDown(reference.last, ONE + deviation, ONE), market.tick);
      return { ...venue, price };
    });
    const best = bestSpread(quotes);
    if (best === undefined || best.edge < EDGE_MIN) return [];
    const slipped = mulDivDown(slip, drawn(ofSymbol, BigInt(venues.length)), WORD);
    const trade = tradeOf(best, { step: market.step, tick: market.tick, slipped });
    if (trade === undefined) return [];
    return [{ slotMs, symbol: reference.symbol, ...trade, tapeSeq: reference.seq }];
  });
}

type VenueQuote = Venue & { readonly price: Amount };
type Spread = {
  readonly from: VenueQuote;
  readonly to: VenueQuote;
  /** The profit per unit after both fees, in 10⁻⁸ of the unit's cost. */
  readonly edge: Amount;
};

/** Returns the venues at which to buy and to sell: the first pair with the greatest spread. */
function bestSpread(quotes: readonly VenueQuote[]): Spread | undefined {
  let best: Spread | undefined;
  for (const from of quotes) {
    if (from.price <= 0n) continue;
    for (const to of quotes) {
      const cost = mulDivUp(from.price, ONE + from.feeRate, ONE);
      const brings = mulDivDown(to.price, ONE - to.feeRate, ONE);
      const edge = mulDivDown(brings - cost, ONE, from.price);
      if (from !== to && (best === undefined || edge > best.edge)) best = { from, to, edge };
    }
  }
  return best;
}

/** Computes a trade that buys immediately and sells a moment later, at a price reduced by a fraction of the profit. */
function tradeOf(
  { from, to, edge }: Spread,
  { step, tick, slipped }: { readonly step: Amount; readonly tick: Amount; readonly slipped: Amount },
): Pick<StrategyTrade, 'quantity' | 'buy' | 'sell' | 'result'> | undefined {
  const size = edge >= EDGE_FULL ? TRADE_MAX : mulDivDown(TRADE_MAX, edge, EDGE_FULL);
  const quantity = floorToStep(mulDivDown(size, ONE, from.price), step);
  const worse = mulDivDown(mulDivDown(edge, slipped, ONE), from.price, ONE);
  const sold = floorToStep(to.price - worse, tick);
  if (quantity <= 0n || sold <= 0n) return undefined;
  const cost = valuePaid(quantity, from.price);
  const brings = valueReceived(quantity, sold);
  const buy = { venue: from.name, price: from.price, fee: feeOn(cost, from.feeRate) };
  const sell = { venue: to.name, price: sold, fee: feeOn(brings, to.feeRate) };
  return { quantity, buy, sell, result: brings - cost - buy.fee - sell.fee };
}

/** Returns the next pseudo-random 64-bit number for a purpose: a splitmix64 step from the previous number and the purpose. */
function drawn(before: bigint, purpose: bigint): bigint {
  let z = BigInt.asUintN(64, before + purpose + 0x9e3779b97f4a7c15n);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** Maps a 64-bit number to a fraction between minus and plus `most`. */
function within(most: Amount, word: bigint): Amount {
  return mulDivDown(2n * most, word, WORD) - most;
}
