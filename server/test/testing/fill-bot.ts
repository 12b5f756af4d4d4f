/**
 * A program that sees every tape the moment it is written and orders at market, or with limits that it may take back, where it knows
 * more than a price says: the latency bot. Money is reckoned in the model's kind of numbers; which entry fills, the rules say.
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

/** What the house's rules are, or would be if they were worse. */
export type Rules = {
  /** How old an entry may be to be filled at. */
  readonly fillAgeMs: number;
  /** For how long somebody could still take back what an entry has reached: not at all. */
  readonly takenBackMs?: number;
  /** Whether an order is taken back at once that a quote under way has reached: not at all. */
  readonly takenBackAtOnce?: boolean;
  /** Whether what came late but was made before an order fills it: not at all. */
  readonly fillsOld?: boolean;
};

export type Bot = {
  readonly signal: SignalName;
  /** How sure it has to be, in standard deviations of a second's move. */
  readonly least: number;
  /** How late its orders come, half of them or all. */
  readonly lateMs: number;
  readonly lateShare: number;
  /** A limit so many of the same below what a buyer pays now (above it when less than zero) in place of an order at market. */
  readonly limit?: number;
  /** Whether it takes a limit back that it knows to be reached, just before its tape tells, where that is worth nothing by then. */
  readonly takesBack?: boolean;
};

/** A round trip at real entries of the tape; what comes of it depends on leverage and fees. */
export type Trade = {
  readonly kind: BotTape['instrument']['kind'];
  /** Of the notional when it is closed, before fees. */
  readonly gain: number;
  /** What of that came of moves after it was filled, which nobody knew: nothing on average. */
  readonly luck: number;
};

export type Product = { readonly leverage: number; readonly feeRate: number };

const STAKED = 100_000;
const HOLDS_MS = 2_000;
/** How long a limit rests before it is taken back. */
const RESTS_MS = 3_000;
/** Among so many entries is the first that is made after an order, however late the feed. */
const NEXT_MAX = 64;
/** What a fill has to have gained to be kept, where it could still be taken back: more than what closing it costs. */
const WORTH_KEEPING = 0.0012;

/** What a trade brings, but for luck: with leverage no more is ever lost than what was put in. */
export function broughtBy({ gain, luck }: Trade, { leverage, feeRate }: Product): number {
  const all = STAKED * leverage * (gain - feeRate * (2 + gain));
  return (leverage > 1 ? Math.max(all, -STAKED) : all) - STAKED * leverage * luck;
}

/** The trades of each bot in one market, all of them at once so that it is watched only once. */
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
  // What it takes back it chooses by what it knows when the entry comes.
  const openedMs = Math.max(acceptedMs, order.takesBack ? opened.timeMs : madeMs(opened));
  const closed = filledAt(entries, openedMs + heldMs, rules);
  if (closed === undefined) return { endedMs: Infinity };
  const [paid, got] = side > 0 ? [opened.ask, closed.bid] : [opened.bid, closed.ask];
  const gain = side * (modelNumber(got) / modelNumber(paid) - 1) * convertedAt(of, opened, closed);
  const [then, now] = [
    truthAt(of.tape, openedMs),
    truthAt(of.tape, Math.max(openedMs + heldMs, madeMs(closed))),
  ];
  // What could still be taken back was kept for what came after it.
  const isLuck = then !== undefined && now !== undefined && rules.takenBackMs === undefined;
  return {
    endedMs: closed.timeMs,
    trade: { kind: instrument.kind, gain, luck: isLuck ? side * (now / then - 1) : 0 },
  };
}

/** What a profit is converted at, by what the notional was: both by the rate that was the newest then. */
export function convertedAt({ tape, rates }: Of, opened: TapeEntry, closed: TapeEntry): number {
  const symbol = rateSymbolOf(tape.instrument.quote);
  if (symbol === null) return 1;
  const published = rates.get(symbol) ?? [];
  const at = (timeMs: number): number => {
    const rate = published[newestAt(published, timeMs)];
    if (rate === undefined) throw new Error(`no ${symbol} at ${timeMs}`);
    return modelNumber(rate.last);
  };
  return at(closed.timeMs) / at(opened.timeMs);
}

/** The entry that fills an order at market. */
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
    // As if each had been made when it came.
    fillsOld ? next.map((entry) => ({ ...entry, feedTimeMs: entry.timeMs })) : next,
  );
}

/** The entry at which a limit opens, if one reaches it before the bot takes it back. */
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

/** What is left of a fill for whoever knows it before it comes, and asks to take its order back at the last moment where it is worth nothing. */
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
  // As an order at market would be filled then.
  const carriedOut = filledAt(tape.entries, askedMs, rules);
  return carriedOut !== undefined && carriedOut.seq <= fired.seq ? undefined : fired;
}

/** The number of the newest entry at an instant, counted from zero; below it where there is none. */
export function newestAt(entries: readonly TapeEntry[], timeMs: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const at = (low + high) >> 1;
    if ((entries[at]?.timeMs ?? 0) <= timeMs) low = at + 1;
    else high = at;
  }
  return low - 1;
}
