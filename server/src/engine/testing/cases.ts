/** Entries, triggers and a tape in memory for the engine's tests, in a short notation. */
import { amount } from '@candor/domain/money/amount.ts';
import { minutesOf } from '@candor/domain/market/minute.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { TapeSource } from '../tape-source.ts';

export type QuoteText = {
  readonly symbol?: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  /** Defaults to the bid. */
  readonly last?: string;
  readonly timeMs?: number;
};

export function entryOf({
  symbol = 'BTC/USDT',
  seq,
  bid,
  ask,
  last = bid,
  timeMs = seq * 250,
}: QuoteText): TapeEntry {
  return {
    symbol,
    seq: BigInt(seq),
    timeMs,
    feedTimeMs: timeMs,
    bid: amount(bid),
    ask: amount(ask),
    last: amount(last),
    volume: 0n,
  };
}

export function gapAfter(
  before: TapeEntry,
  at: { readonly seq?: bigint; readonly timeMs: number },
): TapeEntry {
  return { ...before, seq: before.seq + 1n, ...at, volume: 0n, gap: true };
}

export type TriggerText = {
  readonly row: number;
  /** A price or a distance. */
  readonly level: string;
  /** The time (ms) to wait for, instead of a level. The time of entry n is 250 · n. */
  readonly levelMs?: number;
  readonly condition?: TriggerCondition;
  readonly symbol?: string;
  readonly kind?: string;
  readonly book?: number;
  readonly version?: number;
  readonly armed?: number;
};

export function isTime(condition: TriggerCondition): boolean {
  return condition === 'clock_at_or_after' || condition === 'time_at_or_after';
}

export function triggerOf(text: TriggerText): Trigger {
  return {
    symbol: text.symbol ?? 'BTC/USDT',
    kind: text.kind ?? 'spot_order',
    book: BigInt(text.book ?? 1),
    row: BigInt(text.row),
    version: text.version ?? 1,
    condition: text.condition ?? 'ask_at_or_below',
    level: text.levelMs === undefined ? amount(text.level) : BigInt(text.levelMs),
    armedSeq: BigInt(text.armed ?? 0),
  };
}

/** Returns minutes and entries in pages of two, so that the tests cover paging. */
export function tapeInMemory(tape: readonly TapeEntry[]): TapeSource {
  const page = <Item>(items: readonly Item[]): Promise<readonly Item[]> => Promise.resolve(items.slice(0, 2));
  return {
    minutesFrom: (seq) => page(minutesOf(tape).filter(({ lastSeq }) => lastSeq >= seq)),
    minutesBeyond: ({ startMs, bidHigh, askLow }) =>
      page(
        minutesOf(tape)
          .filter((minute) => minute.startMs < startMs)
          .filter((minute) => minute.bidHigh > bidHigh || minute.askLow < askLow)
          .toReversed(),
      ),
    entries: (firstSeq, lastSeq) =>
      Promise.resolve(tape.filter(({ seq }) => seq >= firstSeq && seq <= lastSeq)),
    entriesAfter: (after) => page(tape.filter(({ seq }) => seq > after)),
  };
}
