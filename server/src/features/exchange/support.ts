/**
 * The tape entries that decide whether a firm quote is still valid at execution. They are the entries that would fill a market
 * order accepted at that moment: the newest if it is fresh, otherwise the first quote after it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fillingEntry, fillsAtNewest } from '@candor/domain/trading/fill.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import type { HeadRow } from '../../quotes/heads.ts';
import { headsNow } from '../../quotes/heads.ts';
import { readEntries } from '../../quotes/tape-store.ts';

/** More entries than a symbol can get while an exchange waits. */
const ENTRIES_MAX = 100;
const LOOK_EVERY_MS = 50;

type Seen = Pick<TapeEntry, 'symbol' | 'seq' | 'bid' | 'ask'>;

export type Support = {
  /** When execution was requested, by the market clock. */
  readonly askedMs: number;
  readonly entries: ReadonlyMap<string, Seen>;
};

/** Returns undefined if a market is halted or no quote arrived in time. */
export async function supportNow(pool: Pool, symbols: readonly string[]): Promise<Support | undefined> {
  const { nowMs, heads } = await headsNow(pool);
  const found = await Promise.all(
    heads
      .filter(({ symbol, stale }) => symbols.includes(symbol) && !stale)
      .map((head) => entryFor(pool, head, nowMs)),
  );
  const entries = found.filter((entry) => entry !== undefined);
  if (entries.length < symbols.length) return undefined;
  return { askedMs: nowMs, entries: new Map(entries.map((entry) => [entry.symbol, entry])) };
}

async function entryFor(pool: Pool, head: HeadRow, acceptedMs: number): Promise<Seen | undefined> {
  const { symbol, fillAgeMs, seq: acceptedSeq } = head;
  if (fillsAtNewest(head, { acceptedMs, fillAgeMs })) return head;
  for (let waitedMs = 0; waitedMs < limits.exchangeWaitMs; waitedMs += LOOK_EVERY_MS) {
    await delay(LOOK_EVERY_MS);
    const entries = await readEntries(pool, { symbol, fromSeq: acceptedSeq, limit: ENTRIES_MAX });
    const entry = fillingEntry({ acceptedMs, acceptedSeq, fillAgeMs }, entries);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
