/**
 * A program that sees the tape the moment it is written and orders at market where the other coins have moved and one has
 * not: the latency bot. Money is reckoned in the model's kind of numbers; which entry fills, the rule itself says.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fillingEntry } from '@candor/domain/trading/fill.ts';
import { modelNumber } from '../../src/quotes/feeds/simulated-quote.ts';

/** The tape of each coin, and how much a coin moves with the market. */
export type Tapes = ReadonlyMap<string, { readonly entries: readonly TapeEntry[]; readonly beta: number }>;

export type Bot = {
  /** How old an entry may be to be filled at. */
  readonly fillAgeMs: number;
  /** How late its orders come, half of them or all. */
  readonly lateMs: number;
  readonly lateShare: number;
  readonly leverage: number;
  /** Of the notional, each way. */
  readonly feeRate: number;
  /** The least gap between a coin and the others that it goes for. */
  readonly leastGap: number;
};

export type Earned = {
  readonly trades: number;
  readonly mean: number;
  readonly most: number;
  readonly sum: number;
};

const STAKED = 100_000;
const LOOKS_BACK_MS = 1_000;
const HOLDS_MS = 2_000;
/** Of a normal distribution outside of 99.9 per cent. */
const DEVIATIONS = 3.29;

/** What each trade of a bot brings, and the upper end of the mean's 99.9 % interval. */
export function earnedBy(bot: Bot, ...markets: readonly Tapes[]): Earned {
  return summed(markets.flatMap((tapes) => tradesOf(bot, tapes)));
}

function tradesOf(bot: Bot, tapes: Tapes): number[] {
  const coins = [...tapes.values()];
  const moments = [...new Set(coins.flatMap(({ entries }) => entries.map(({ timeMs }) => timeMs)))].toSorted(
    (one, other) => one - other,
  );
  const newest = coins.map(() => -1);
  const freeFromMs = coins.map(() => 0);
  const brought: number[] = [];
  for (const nowMs of moments) {
    for (const [at, { entries }] of coins.entries()) {
      while ((entries[(newest[at] ?? 0) + 1]?.timeMs ?? Infinity) <= nowMs)
        newest[at] = (newest[at] ?? 0) + 1;
    }
    const moves = coins.map(({ entries, beta }, at) => moveOf(entries, newest[at] ?? -1, nowMs) / beta);
    for (const [at, { entries, beta }] of coins.entries()) {
      if (nowMs < (freeFromMs[at] ?? 0)) continue;
      const others = moves.filter((move, of) => of !== at && !Number.isNaN(move));
      const gap = (median(others) - (moves[at] ?? 0)) * beta;
      if (!(Math.abs(gap) > bot.leastGap)) continue;
      const isLate = brought.length % 100 < bot.lateShare * 100;
      const traded = trade(entries, {
        ...bot,
        side: Math.sign(gap),
        atMs: nowMs + (isLate ? bot.lateMs : 0),
      });
      if (traded === undefined) continue;
      freeFromMs[at] = traded.endedMs;
      brought.push(traded.brought);
    }
  }
  return brought;
}

/** The logarithm of how far a coin went lately, as its newest entry has it. */
function moveOf(entries: readonly TapeEntry[], newest: number, nowMs: number): number {
  const now = entries[newest];
  let before = newest;
  while (before > 0 && (entries[before]?.timeMs ?? 0) > nowMs - LOOKS_BACK_MS) before -= 1;
  const then = entries[before];
  return now === undefined || then === undefined ? Number.NaN : Math.log(middle(now) / middle(then));
}

function trade(
  entries: readonly TapeEntry[],
  { side, atMs, fillAgeMs, leverage, feeRate }: Bot & { readonly side: number; readonly atMs: number },
): { readonly endedMs: number; readonly brought: number } | undefined {
  const opened = filledAt(entries, atMs, fillAgeMs);
  const closed = opened && filledAt(entries, Math.max(atMs, opened.timeMs) + HOLDS_MS, fillAgeMs);
  if (closed === undefined) return undefined;
  const [paid, got] = side > 0 ? [opened?.ask, closed.bid] : [opened?.bid, closed.ask];
  const gain = side * (modelNumber(got) / modelNumber(paid ?? 1n) - 1) - 2 * feeRate;
  return { endedMs: closed.timeMs, brought: STAKED * leverage * gain };
}

function filledAt(
  entries: readonly TapeEntry[],
  acceptedMs: number,
  fillAgeMs: number,
): TapeEntry | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const at = (low + high) >> 1;
    if ((entries[at]?.timeMs ?? 0) <= acceptedMs) low = at + 1;
    else high = at;
  }
  const newest = entries[low - 1];
  if (newest === undefined) return undefined;
  return fillingEntry({ acceptedMs, acceptedSeq: newest.seq, fillAgeMs }, entries.slice(low - 1, low + 1));
}

function middle({ bid, ask }: TapeEntry): number {
  return (modelNumber(bid) + modelNumber(ask)) / 2;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function summed(values: readonly number[]): Earned {
  const trades = values.length;
  const sum = values.reduce((total, value) => total + value, 0);
  if (trades < 2) return { trades, mean: sum, most: sum, sum };
  const mean = sum / trades;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (trades - 1);
  return { trades, mean, most: mean + DEVIATIONS * Math.sqrt(variance / trades), sum };
}
