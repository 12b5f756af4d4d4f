/**
 * The latency bot: a program that sees every tape the moment it is written, and places market orders, or limit orders that it
 * may cancel, when it knows more than a price shows. Amounts are computed in floating point. The server's rules decide which
 * entry fills.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { madeMs } from '@candor/domain/market/quote.ts';
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { fillingEntry } from '@candor/domain/trading/fill.ts';
import { firstFiring } from '@candor/domain/trading/trigger.ts';
import type { LevelCondition } from '@candor/domain/trading/trigger.ts';
import { modelNumber, onStep } from '../../src/quotes/feeds/simulated-quote.ts';
import { truthAt } from './bot-markets.ts';
import type { BotMarket, BotTape } from './bot-markets.ts';
import { SIGNALS, Watch } from './early-signals.ts';
import type { SignalName } from './early-signals.ts';

/** The platform's rules, or worse variants of them. */
export type Rules = {
  /** The maximum age, in milliseconds, of an entry that fills an order. */
  readonly fillAgeMs: number;
  /** How long, in milliseconds, an order that an entry has reached can still be cancelled. On the platform, it can't. */
  readonly takenBackMs?: number;
  /** Whether cancelling takes effect immediately for an order that a quote in flight has reached. On the platform, it doesn't. */
  readonly takenBackAtOnce?: boolean;
  /** Whether a late quote that was made before an order fills the order. On the platform, it doesn't. */
  readonly fillsOld?: boolean;
};

export type Bot = {
  readonly signal: SignalName;
  /** The least expected move at which the bot trades, in standard deviations of a second's move. */
  readonly least: number;
  /** The delay of the bot's orders, in milliseconds, and the share of orders with this delay. */
  readonly lateMs: number;
  readonly lateShare: number;
  /**
   * If set, the bot places a limit order instead of a market order, this far below the price that a buyer pays now (above it if
   * negative), in the same units as `least`.
   */
  readonly limit?: number;
  /**
   * Whether the bot cancels a limit order that it knows to be reached, just before its tape shows this, if the fill would be
   * worthless by then.
   */
  readonly takesBack?: boolean;
};

/** A round trip at real entries of the tape. Its result depends on leverage and fees. */
export type Trade = {
  readonly kind: BotTape['instrument']['kind'];
  /** The gain as a fraction of the notional at closing, before fees. */
  readonly gain: number;
  /** The part of the gain that came from moves after the fill, which nobody knew in advance; zero on average. */
  readonly luck: number;
};

export type Product = { readonly leverage: number; readonly feeRate: number };

const STAKED = 100_000;
const HOLDS_MS = 2_000;
/** How long a limit order rests before it is cancelled. */
const RESTS_MS = 3_000;
/** However late the feed is, one of this many entries was made after the order. */
const NEXT_MAX = 64;
/** The least gain for which the bot keeps a fill that could still be cancelled. It exceeds the cost of closing the fill. */
const WORTH_KEEPING = 0.0012;

/** A trade's result, excluding luck. Whatever the leverage, the loss never exceeds the stake. */
export function broughtBy({ gain, luck }: Trade, { leverage, feeRate }: Product): number {
  const all = STAKED * leverage * (gain - feeRate * (2 + gain));
  return (leverage > 1 ? Math.max(all, -STAKED) : all) - STAKED * leverage * luck;
}

/** The trades of each bot in one market. All bots are processed together, so that the market is traversed only once. */
export function tradesOf(bots: readonly Bot[], market: BotMarket, rules: Rules): Trade[][] {
  const watch = new Watch(market.tapes);
  const all = bots.map((bot) => ({ bot, trades: [] as Trade[], freeMs: market.tapes.map(() => 0), sent: 0 }));
  const names = [...new Set(bots.map(({ signal }) => signal))];
  for (const nowMs of watch.moments()) {
    for (const [at, tape] of market.tapes.entries()) {
      for (const name of names) {
        const signal = SIGNALS[name](watch, at);
        const sure = Math.abs(signal) / tape.unit;
        for (const one of all) {
          if (one.bot.signal !== name || !(sure > one.bot.least) || nowMs < one.freeMs[at]!) continue;
          one.sent += 1;
          const isLate = one.sent % 100 < one.bot.lateShare * 100;
          const order = {
            side: Math.sign(signal),
            acceptedMs: nowMs + (isLate ? one.bot.lateMs : 0),
            limit: one.bot.limit,
            takesBack: one.bot.takesBack === true,
          };
          const traded = trade({ tape, rates: market.rates }, order, rules);
          one.freeMs[at] = traded.endedMs;
          if (traded.trade !== undefined) one.trades.push(traded.trade);
        }
      }
    }
  }
  return all.map(({ trades }) => trades);
}

type Order = {
  readonly side: number;
  readonly acceptedMs: number;
  readonly limit: number | undefined;
  readonly takesBack: boolean;
};
type Of = { readonly tape: BotTape; readonly rates: BotMarket['rates'] };

function trade(of: Of, order: Order, rules: Rules): { readonly endedMs: number; readonly trade?: Trade } {
  const { entries, instrument } = of.tape;
  const { side, acceptedMs } = order;
  const opened =
    order.limit === undefined
      ? filledAt(entries, acceptedMs, rules)
      : leftOf(of.tape, restedTo(of.tape, order, rules), order, rules);
  if (opened === undefined) return { endedMs: acceptedMs + RESTS_MS };
  const heldMs = Math.max(HOLDS_MS, rules.takenBackMs ?? 0);
  // The bot chooses its cancellations by what it knows when the entry arrives.
  const openedMs = Math.max(acceptedMs, order.takesBack ? opened.timeMs : madeMs(opened));
  const closed = filledAt(entries, openedMs + heldMs, rules);
  if (closed === undefined) return { endedMs: Infinity };
  const [paid, got] = side > 0 ? [opened.ask, closed.bid] : [opened.bid, closed.ask];
  const gain = side * (modelNumber(got) / modelNumber(paid) - 1) * convertedAt(of, opened, closed);
  const [then, now] = [
    truthAt(of.tape, openedMs),
    truthAt(of.tape, Math.max(openedMs + heldMs, madeMs(closed))),
  ];
  // If fills can still be cancelled, the bot keeps them for moves that it has seen, which are not luck.
  const isLuck = then !== undefined && now !== undefined && rules.takenBackMs === undefined;
  return {
    endedMs: closed.timeMs,
    trade: { kind: instrument.kind, gain, luck: isLuck ? side * (now / then - 1) : 0 },
  };
}

/** The rate that converts a profit, relative to the rate that converts the notional. Each is the newest rate at its time. */
export function convertedAt({ tape, rates }: Of, opened: TapeEntry, closed: TapeEntry): number {
  const symbol = rateSymbolOf(tape.instrument.quote);
  if (symbol === null) return 1;
  const published = rates.get(symbol) ?? [];
  const at = (timeMs: number): number => {
    const rate = published[newestAt(published, timeMs)];
    if (rate === undefined) throw new Error(`expected a rate of ${symbol} at ${timeMs}, found none`);
    return modelNumber(rate.last);
  };
  return at(closed.timeMs) / at(opened.timeMs);
}

export function filledAt(
  entries: readonly TapeEntry[],
  acceptedMs: number,
  { fillAgeMs, fillsOld = false }: Rules,
): TapeEntry | undefined {
  const at = newestAt(entries, acceptedMs);
  const newest = entries[at];
  if (newest === undefined) return undefined;
  const next = entries.slice(at, at + NEXT_MAX);
  return fillingEntry(
    { acceptedMs, acceptedSeq: newest.seq, fillAgeMs },
    // Treats each quote as made when it arrived.
    fillsOld ? next.map((entry) => ({ ...entry, feedTimeMs: entry.timeMs })) : next,
  );
}

/** The entry at which a limit order opens, if an entry reaches the limit before the bot cancels the order. */
function restedTo(
  { entries, instrument, unit }: BotTape,
  { side, acceptedMs, limit = 0 }: Order,
  rules: Rules,
): TapeEntry | undefined {
  const at = newestAt(entries, acceptedMs);
  const newest = entries[at];
  if (newest === undefined) return undefined;
  const stands = side > 0 ? newest.ask : newest.bid;
  const level = onStep(modelNumber(stands) * (1 - side * limit * unit), instrument.tickSize);
  const isReached = side > 0 ? stands <= level : stands >= level;
  const atOnce = acceptedMs - madeMs(newest) <= rules.fillAgeMs ? newest : undefined;
  if (isReached && atOnce !== undefined) return atOnce;
  const until = newestAt(entries, acceptedMs + RESTS_MS);
  const condition: LevelCondition = side > 0 ? 'ask_at_or_below' : 'bid_at_or_above';
  const trigger = { symbol: newest.symbol, condition, level, armedSeq: newest.seq };
  const since = rules.fillsOld === true ? {} : { sinceMs: acceptedMs };
  const fired = firstFiring(
    { ...trigger, ...since, kind: 'bot', book: 1n, row: 1n, version: 1 },
    entries.slice(at, until + 1),
  );
  const { takenBackMs = 0 } = rules;
  if (fired === undefined || takenBackMs === 0) return fired;
  const later = entries[newestAt(entries, fired.timeMs + takenBackMs)] ?? fired;
  const [paid, now] = side > 0 ? [fired.ask, later.bid] : [fired.bid, later.ask];
  return side * (modelNumber(now) / modelNumber(paid) - 1) > WORTH_KEEPING ? fired : undefined;
}

/**
 * Returns the fill unless the bot cancels it in time. The bot knows the fill before it arrives, and requests cancellation at
 * the last moment if the fill is worthless.
 */
function leftOf(
  tape: BotTape,
  fired: TapeEntry | undefined,
  { side, takesBack }: Order,
  rules: Rules,
): TapeEntry | undefined {
  if (fired === undefined || !takesBack) return fired;
  const askedMs = fired.timeMs - 1;
  const worth = truthAt(tape, askedMs);
  const paid = modelNumber(side > 0 ? fired.ask : fired.bid);
  if (worth === undefined || side * (worth / paid - 1) > WORTH_KEEPING) return fired;
  if (rules.takenBackAtOnce === true) return undefined;
  // A cancellation takes effect at the entry that would fill a market order.
  const carriedOut = filledAt(tape.entries, askedMs, rules);
  return carriedOut !== undefined && carriedOut.seq <= fired.seq ? undefined : fired;
}

/** The index of the newest entry at a given time, counted from zero; negative if there is none. */
export function newestAt(entries: readonly TapeEntry[], timeMs: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const at = (low + high) >> 1;
    if ((entries[at]?.timeMs ?? 0) <= timeMs) low = at + 1;
    else high = at;
  }
  return low - 1;
}
