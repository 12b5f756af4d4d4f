/**
 * Bots in a market whose feed is late. They know every price the moment it is made, and set levels or buy options by the
 * server's rules. The gain of a level is measured against the position's worth when the level fired.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { madeMs } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { optionExpiryMs, optionPnl, optionProfit } from '@candor/domain/trading/option.ts';
import type { OptionEntry } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { firstFiring, isAwaited } from '@candor/domain/trading/trigger.ts';
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { modelNumber } from '../../src/quotes/feeds/simulated-quote.ts';
import { truthAt } from './bot-markets.ts';
import type { BotTape } from './bot-markets.ts';
import { newestAt } from './fill-bot.ts';
import { DURATION, MOVE_MS, START, STAKE, TICK } from './latency-bot.ts';
import type { Path } from './latency-bot.ts';

/** Whether quotes made before the request fill. On the platform, they don't; controls show what this would be worth. */
type Old = { readonly fillsOld: boolean };

/** Levels that close a long position: above the price, below it, or a tick below its best price. */
export const LEVELS = {
  'a take profit at the current price': 'bid_at_or_above',
  'a stop at the current price': 'bid_at_or_below',
  'a trailing stop of one tick': 'bid_falls_by',
} as const satisfies Readonly<Record<string, TriggerCondition>>;
export type LevelName = keyof typeof LEVELS;

/** The bot sets a level when it knows that the price has already fallen by this many standard deviations of a second's move. */
const KNOWS = 15;
const WATCHED_MS = 5_000;
const SETS_EVERY_MS = 3_000;

/**
 * For each level that the bot set, the gain of closing at it over the position's worth at that time, as a fraction, before the
 * fee.
 */
export function levelGains(tape: BotTape, name: LevelName, { fillsOld }: Old): number[] {
  const { entries, instrument, unit } = tape;
  const gains: number[] = [];
  let freeMs = 0;
  for (const [at, newest] of entries.entries()) {
    const { timeMs: askedMs, seq: armedSeq, symbol, bid } = newest;
    const truth = truthAt(tape, askedMs);
    if (askedMs < freeMs || truth === undefined || Math.log(modelNumber(bid) / truth) < KNOWS * unit)
      continue;
    freeMs = askedMs + SETS_EVERY_MS;
    const condition = LEVELS[name];
    const level = condition === 'bid_falls_by' ? instrument.tickSize : bid;
    const trigger = { symbol, condition, level, armedSeq, kind: 'bot', book: 1n, row: 1n, version: 1 };
    const watched = entries.slice(at, newestAt(entries, askedMs + WATCHED_MS) + 1);
    const fired = firstFiring(fillsOld ? trigger : { ...trigger, sinceMs: askedMs }, watched);
    if (fired === undefined) continue;
    const worth = truthAt(tape, Math.max(askedMs, madeMs(fired)));
    // Rounding to a tick may gain half a tick.
    const got = modelNumber(fired.bid) - modelNumber(instrument.tickSize) / 2;
    if (worth !== undefined) gains.push(got / worth - 1);
  }
  return gains;
}

/** Whether a change of levels takes effect immediately, as a control, instead of from the first quote made after the request. */
type Moving = { readonly countsAtOnce: boolean };
/** The fees of opening and closing, as a fraction of the notional. */
export const MOVER_FEES = 0.001;
/** How far the price moves before the stop follows it, as a fraction. */
const FOLLOWS = 0.0005;

/**
 * For each long position that its stop closed, the gain over the position's worth at that time, as a fraction, before fees. The
 * bot keeps the stop a tick below the price. Just before a quote that touches the stop arrives, the bot moves the stop out of
 * the way, unless the market has fallen by more than the fees since the quote was made.
 */
export function moverGains(tape: BotTape, { countsAtOnce }: Moving): number[] {
  const { entries, instrument } = tape;
  const gains: number[] = [];
  let stop: Stop | undefined;
  let waits: Stop | undefined;
  for (const entry of entries) {
    const asked = { askedMs: entry.timeMs, armedSeq: entry.seq };
    const below = { ...asked, level: entry.bid - instrument.tickSize };
    const worth = truthAt(tape, entry.timeMs);
    if (worth === undefined) throw new Error(`expected a true value of ${entry.symbol}, found none`);
    // Rounding to a tick may gain half a tick.
    const gain = (modelNumber(entry.bid) - modelNumber(instrument.tickSize) / 2) / worth - 1;
    if (waits !== undefined && isCounting(waits, entry)) [stop, waits] = [waits, undefined];
    const touches = stop !== undefined && isCounting(stop, entry) && entry.bid <= stop.level;
    if (touches && (gain > MOVER_FEES || !countsAtOnce)) {
      gains.push(gain);
      [stop, waits] = [undefined, undefined];
    }
    // A new position is opened with its stop. A change waits for the previous change.
    if (stop === undefined || (countsAtOnce && touches)) stop = below;
    else if (modelNumber(below.level) > modelNumber(stop.level) * (1 + FOLLOWS)) {
      if (countsAtOnce) stop = below;
      else waits ??= below;
    }
  }
  return gains;
}

type Stop = { readonly level: Amount; readonly armedSeq: bigint; readonly askedMs: number };

function isCounting({ armedSeq, askedMs: sinceMs }: Stop, entry: TapeEntry): boolean {
  return isAwaited({ armedSeq, sinceMs }, entry);
}

type LateTape = { readonly tickMs: number; readonly lateMs: number; readonly ticketsMax: number };

/**
 * The result of each thirty-second ticket that a bot bought just before an entry arrived. The bot knows all prices of the
 * market at that time.
 */
export function optionGains(
  path: Path,
  { tickMs, lateMs, ticketsMax }: LateTape,
  { fillsOld }: Old,
): number[] {
  const moves = tickMs / MOVE_MS;
  const count = Math.floor(path.length / moves);
  const madeAt = (at: number): number => START.timeMs + at * tickMs;
  const entry = (at: number): OptionEntry & Pick<TapeEntry, 'feedTimeMs'> => ({
    ...{ seq: BigInt(at + 1), timeMs: madeAt(at), feedTimeMs: madeAt(at) },
    last: START.price + TICK * BigInt(path[at * moves]!),
  });
  const money = { stake: STAKE, profit: optionProfit(STAKE, DURATION.payoutRatio) };
  const gains: number[] = [];
  for (let newest = 1; gains.length < ticketsMax;) {
    const acceptedMs = madeAt(newest + 1) + lateMs - 1;
    const wait = { armedSeq: BigInt(newest + 1), ...(fillsOld ? {} : { sinceMs: acceptedMs }) };
    let strikeAt = newest + 1;
    while (strikeAt < count && !isAwaited(wait, entry(strikeAt))) strikeAt += 1;
    const exit = Math.floor((optionExpiryMs(acceptedMs, DURATION.seconds) - START.timeMs) / tickMs);
    if (exit + 1 >= count) break;
    const strike = entry(strikeAt);
    const knows = path[Math.floor((acceptedMs - START.timeMs) / MOVE_MS)]!;
    const towards = knows - path[(strike.timeMs <= acceptedMs ? strikeAt : newest) * moves]!;
    const around = { settle: entry(exit), after: entry(exit + 1) };
    const side = towards > 0 ? 'up' : 'down';
    const { status } = optionResult(side, { accepted: entry(newest), strike, ...around });
    gains.push(Number(optionPnl(status, money) / TICK) / 100);
    newest = exit + 1;
  }
  return gains;
}
