/** The stored summary of a minute of the tape: its candle, the extremes of bid and ask, and its position on the tape. */
import type { Amount } from '../money/amount.ts';
import { MINUTE_MS } from '../time.ts';
import { periodStart } from './candle.ts';
import type { Candle } from './candle.ts';
import type { TapeEntry } from './quote.ts';

export type TapeMinute = Candle & {
  readonly symbol: string;
  readonly firstSeq: bigint;
  readonly lastSeq: bigint;
  readonly bidHigh: Amount;
  readonly bidLow: Amount;
  readonly askHigh: Amount;
  readonly askLow: Amount;
};

type Draft = { -readonly [Field in keyof TapeMinute]: TapeMinute[Field] };

/**
 * Summarises entries in tape order by minute; symbols may be mixed. A minute starts with its first quote and contains all
 * entries before the first quote of the next minute, so that each entry belongs to exactly one minute. A gap entry belongs to
 * the minute of the quote that it repeats, regardless of the gap entry's time. A minute without a quote therefore has no
 * candle, and the extremes of a minute cover all of its entries.
 *
 * @param quotedMs the time of a symbol's newest quote before these entries, in case they begin with a gap entry.
 */
export function minutesOf(
  entries: readonly TapeEntry[],
  quotedMs: ReadonlyMap<string, number> = new Map(),
): TapeMinute[] {
  const newest = new Map<string, Draft>();
  const minutes: Draft[] = [];
  for (const entry of entries) {
    const known = newest.get(entry.symbol);
    if (known !== undefined && (entry.gap === true || entry.timeMs < known.startMs + MINUTE_MS)) {
      extend(known, entry);
      continue;
    }
    const timeMs = entry.gap === true ? quotedMs.get(entry.symbol) : entry.timeMs;
    if (timeMs === undefined)
      throw new Error(`${entry.symbol}: expected a quote before gap entry ${entry.seq}, found none`);
    const fresh = begin(entry, timeMs);
    newest.set(entry.symbol, fresh);
    minutes.push(fresh);
  }
  return minutes;
}

function begin(entry: TapeEntry, timeMs: number): Draft {
  return {
    symbol: entry.symbol,
    startMs: periodStart(timeMs, MINUTE_MS),
    firstSeq: entry.seq,
    lastSeq: entry.seq,
    open: entry.last,
    high: entry.last,
    low: entry.last,
    close: entry.last,
    bidHigh: entry.bid,
    bidLow: entry.bid,
    askHigh: entry.ask,
    askLow: entry.ask,
    volume: entry.volume,
  };
}

function extend(minute: Draft, entry: TapeEntry): void {
  minute.lastSeq = entry.seq;
  minute.close = entry.last;
  minute.volume += entry.volume;
  if (entry.last > minute.high) minute.high = entry.last;
  if (entry.last < minute.low) minute.low = entry.last;
  if (entry.bid > minute.bidHigh) minute.bidHigh = entry.bid;
  if (entry.bid < minute.bidLow) minute.bidLow = entry.bid;
  if (entry.ask > minute.askHigh) minute.askHigh = entry.ask;
  if (entry.ask < minute.askLow) minute.askLow = entry.ask;
}
