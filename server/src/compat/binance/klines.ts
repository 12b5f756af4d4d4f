/** Reads candles of every interval, and entries of the record, within a time range. */
import { buildCandles } from '@candor/domain/market/candle.ts';
import type { Candle } from '@candor/domain/market/candle.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { LIMITS } from '../../limits.ts';
import { readEntries, seqOfMinute } from '../../quotes/tape-store.ts';
import { joinedBy } from './intervals.ts';
import type { Interval } from './intervals.ts';
import type { Market } from './market-view.ts';
import type { Period } from './parameters.ts';

export type Wanted = Period & { readonly symbol: string; readonly limit: number };

/** Returns the oldest rows from the start if one is given, and otherwise the newest rows. */
export async function readKlines(
  { candles, pool, clock }: Pick<Market, 'candles' | 'pool' | 'clock'>,
  interval: Interval,
  wanted: Wanted,
): Promise<readonly Candle[]> {
  const { symbol, limit, startMs, endMs = clock.now() } = wanted;
  const toMs = Math.min(endMs, clock.now());
  if (startMs !== undefined && startMs > toMs) return [];
  const fromMs = startMs === undefined ? undefined : firstStart(interval, startMs);
  if (fromMs !== undefined && fromMs > toMs) return [];
  if (interval.of === 'entries') return readSeconds(pool, interval, { symbol, limit, fromMs, toMs });
  const periodMs = interval.of === 'days' ? DAY_MS : interval.lengthMs;
  // The store returns the newest candles of a range, so a range that has a start must end with the last row wanted.
  const lastMs = fromMs === undefined ? toMs : Math.min(toMs, fromMs + (limit - 1) * interval.lengthMs);
  const found = await candles.range({
    ...{ symbol, periodMs, fromMs: fromMs ?? 0, toMs: interval.after(interval.startOf(lastMs)) },
    limit: Math.ceil((limit * interval.lengthMs) / periodMs),
  });
  const rows = joinedBy(interval, found).filter(({ startMs: at }) => at >= (fromMs ?? 0) && at <= toMs);
  return fromMs === undefined ? rows.slice(-limit) : rows.slice(0, limit);
}

function firstStart(interval: Interval, timeMs: number): number {
  const startMs = interval.startOf(timeMs);
  return startMs < timeMs ? interval.after(startMs) : startMs;
}

type Range = {
  readonly symbol: string;
  readonly limit: number;
  readonly fromMs: number | undefined;
  readonly toMs: number;
};

async function readSeconds(pool: Market['pool'], interval: Interval, range: Range): Promise<Candle[]> {
  const { limit, fromMs, toMs } = range;
  const startMs = fromMs ?? Math.max(0, toMs - limit * interval.lengthMs);
  const entries = await entriesFrom(pool, { ...range, fromMs: startMs });
  const candles = buildCandles(entries, interval.lengthMs);
  return fromMs === undefined ? candles.slice(-limit) : candles.slice(0, limit);
}

/** Returns the quotes in the record between two times, oldest first, up to the limit of one answer. */
export async function entriesFrom(
  pool: Market['pool'],
  { symbol, fromMs, toMs }: { readonly symbol: string; readonly fromMs: number; readonly toMs: number },
): Promise<readonly TapeEntry[]> {
  const { tapeEntriesMax } = LIMITS.market;
  const found: TapeEntry[] = [];
  let seq = await seqOfMinute(pool, { symbol, timeMs: fromMs });
  for (let page = 0; page < LIMITS.compat.entryPagesMax && seq !== undefined; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const read = await readEntries(pool, { symbol, fromSeq: seq, limit: tapeEntriesMax });
    found.push(...read.filter(({ gap, timeMs }) => gap !== true && timeMs >= fromMs && timeMs <= toMs));
    const last = read.at(-1);
    const isEnd = last === undefined || read.length < tapeEntriesMax || last.timeMs > toMs;
    seq = isEnd ? undefined : last.seq + 1n;
  }
  return found;
}
