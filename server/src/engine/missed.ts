/**
 * Searches the tape for the entry that a trigger announced late has missed. Minutes whose extremes rule out a firing are
 * skipped; only the entries of the remaining minutes are read.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import {
  extremeSince,
  extremeWith,
  firstFiring,
  isTrailing,
  reaches,
  trailingLevel,
} from '@candor/domain/trading/trigger.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { MinuteBounds, TapeSource } from './tape-source.ts';

/** The entry that fires the trigger or, if none does and the trigger trails, the extreme so far. */
export type Past = { readonly entry?: TapeEntry | undefined; readonly extreme?: Amount | undefined };

/** Both ends are included. For a trailing trigger, the range begins with the arming entry. */
export type SeqRange = { readonly firstSeq: bigint; readonly lastSeq: bigint };

export async function searchTape(
  source: Pick<TapeSource, 'minutesFrom' | 'entries'>,
  trigger: Trigger,
  { firstSeq, lastSeq }: SeqRange,
): Promise<Past> {
  let extreme: Amount | undefined;
  let next = firstSeq;
  while (next <= lastSeq) {
    const page = await source.minutesFrom(next);
    if (page.length === 0)
      throw new Error(`${trigger.symbol}: expected a minute with entry ${next}, found none`);
    for (const [at, minute] of page.entries()) {
      if (next > lastSeq) break;
      const isWhole = minute.firstSeq === next && minute.lastSeq <= lastSeq;
      // The gap entries of a minute may extend to the first quote of the next minute.
      const endMs = (page[at + 1]?.startMs ?? Infinity) + MINUTE_MS - 1;
      if (isWhole && !mayFire(trigger, { ...minute, endMs }, extreme))
        extreme = extremeAfter(trigger, minute, extreme);
      else {
        const entries = await source.entries(next, minute.lastSeq < lastSeq ? minute.lastSeq : lastSeq);
        const entry = firstFiring(trigger, entries, extreme);
        if (entry !== undefined) return { entry };
        extreme = extremeSince(trigger, entries, extreme);
      }
      next = minute.lastSeq + 1n;
    }
  }
  return { extreme };
}

/**
 * Whether prices within a minute's bounds, in any order, could fire the trigger. No entry of the minute is later than `endMs`.
 */
function mayFire(
  { condition, level }: Trigger,
  minute: MinuteBounds & { readonly endMs: number },
  before: Amount | undefined,
): boolean {
  if (condition === 'clock_at_or_after') return minute.endMs >= level;
  const lowest = { bid: minute.bidLow, ask: minute.askLow, last: minute.low, timeMs: minute.startMs };
  const lastMs = minute.startMs + MINUTE_MS - 1;
  const highest = { bid: minute.bidHigh, ask: minute.askHigh, last: minute.high, timeMs: lastMs };
  if (!isTrailing(condition)) return reaches(condition, level, lowest) || reaches(condition, level, highest);
  const best = extremeWith(condition, before, { bid: highest.bid, ask: lowest.ask });
  const price = trailingLevel(condition, level, best);
  return condition === 'bid_falls_by' ? lowest.bid <= price : highest.ask >= price;
}

function extremeAfter(
  { condition }: Trigger,
  minute: MinuteBounds,
  before: Amount | undefined,
): Amount | undefined {
  if (!isTrailing(condition)) return undefined;
  return extremeWith(condition, before, { bid: minute.bidHigh, ask: minute.askLow });
}
