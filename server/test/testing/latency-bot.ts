/**
 * A bot that sees the price before it is on the tape, and stakes on up or down over 30 seconds accordingly. Its result is
 * measured on a driftless market, with the rules by which the server settles.
 */
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS, optionExpiryMs, optionPnl, optionProfit } from '@candor/domain/trading/option.ts';
import type { OptionEntry, OptionSide } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import type { Random } from '../../src/quotes/feeds/random.ts';

/** The market's step. The tape samples the prices at longer intervals. */
export const MOVE_MS = 50;
/** The standard deviation of one move, in ticks of 0.01, for bitcoin at 64,000 moving by half its price in a year. */
const MOVE_TICKS = 127;
export const TICK = amount('0.01');
export const START = { price: amount('64000'), timeMs: Date.UTC(2026, 0, 14, 12) + 20 };
export const STAKE = amount('100');
export const DURATION = OPTION_DURATIONS[0]!;

/** The market's price every 50 ms, in ticks from the starting price. */
export type Path = Int32Array;

/** A market without drift, long enough for a given number of tickets of a bot that stakes without pause. */
export function driftlessPath(random: Random, tickets: number): Path {
  const path = new Int32Array((tickets * (DURATION.seconds + 4) * 1000) / MOVE_MS);
  let price = 0;
  for (let at = 0; at < path.length; at += 1) {
    path[at] = price;
    price += Math.round(MOVE_TICKS * random.normal());
  }
  return path;
}

export type Bot = {
  /** How long before others the bot knows the price, in milliseconds. */
  readonly aheadMs: number;
  /** Whether the bot knows only future entries of the tape, or also each move of the market between them. */
  readonly sees: 'entries' | 'moves';
  /** The bot stakes only if the price moved by this many standard deviations between two entries. */
  readonly picky: number;
};

export type Terms = {
  /** The interval between two entries of the tape, in milliseconds; a multiple of 50. */
  readonly tickMs: number;
  /**
   * 'next': the entry after the newest one at acceptance strikes, as in the server. 'accepted': the newest entry at acceptance
   * strikes, as a control.
   */
  readonly strike: 'next' | 'accepted';
  readonly ticketsMax: number;
};

export type Edge = {
  readonly won: number;
  readonly lost: number;
  /** The share of wins among decided tickets. */
  readonly winRate: number;
  /** The mean gain per ticket, per 100 staked. */
  readonly meanGain: number;
};

/** Lets a bot stake on a market, one ticket after another, each a millisecond before the entry that strikes it. */
export function edgeOf(path: Path, bot: Bot, { tickMs, strike: struckAt, ticketsMax }: Terms): Edge {
  const moves = tickMs / MOVE_MS;
  const entries = Math.floor(path.length / moves);
  const entry = (at: number): OptionEntry => ({
    seq: BigInt(at + 1),
    timeMs: START.timeMs + at * tickMs,
    last: START.price + TICK * BigInt(path[at * moves]!),
  });
  const threshold = bot.picky * MOVE_TICKS * Math.sqrt(moves);
  const count = { won: 0, lost: 0, tied: 0, void: 0 };
  const money = { stake: STAKE, profit: optionProfit(STAKE, DURATION.payoutRatio) };
  let gained: Amount = 0n;
  let tickets = 0;
  for (let at = 1; at < entries && tickets < ticketsMax; at += 1) {
    const move = knownMove(path, bot, { moves, at });
    if (move === 0 || Math.abs(move) < threshold) continue;
    const side: OptionSide = move > 0 ? 'up' : 'down';
    const expiresMs = optionExpiryMs(START.timeMs + at * tickMs - 1, DURATION.seconds);
    const exit = Math.floor((expiresMs - START.timeMs) / tickMs);
    if (exit + 1 >= entries) break;
    const accepted = entry(at - 1);
    const strike = struckAt === 'next' ? entry(at) : accepted;
    const { status } = optionResult(side, { accepted, strike, settle: entry(exit), after: entry(exit + 1) });
    count[status] += 1;
    gained += optionPnl(status, money);
    tickets += 1;
    at = exit + 1;
  }
  const decided = count.won + count.lost;
  if (count.void > 0) throw new Error('expected no void ticket on a tape without gaps');
  return {
    won: count.won,
    lost: count.lost,
    winRate: count.won / decided,
    meanGain: Number.parseInt((gained / BigInt(tickets)).toString(), 10) / 1e8,
  };
}

/** The price's move after the strike, if the bot knows a part of it; otherwise, the move up to the strike. */
function knownMove(path: Path, bot: Bot, { moves, at }: { moves: number; at: number }): number {
  const ahead = Math.floor((at * moves * MOVE_MS - 1 + bot.aheadMs) / MOVE_MS);
  const newest = bot.sees === 'moves' ? ahead : Math.floor(ahead / moves) * moves;
  const strike = path[at * moves]!;
  const after = path[Math.min(newest, path.length - 1)]! - strike;
  return newest > at * moves && after !== 0 ? after : strike - path[(at - 1) * moves]!;
}
