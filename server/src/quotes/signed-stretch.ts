/**
 * Reads a range of a tape for evidence: the entries from the last checkpoint before the first entry used to the first
 * checkpoint after the last one, in the format of the public calls, so that anyone can recompute the basis of a fill.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { checkpointsAround } from './checkpoints.ts';
import { readEntries } from './tape-store.ts';
import { checkpointView, entryView } from './tape-views.ts';

export type Used = { readonly symbol: string; readonly first: bigint; readonly last: bigint };

/** The maximum number of entries in one file. Five minutes of a busy symbol are a few thousand. */
const ENTRIES_MAX = 40_000n;

/** Returns undefined if nothing after the range is signed yet, or if the range is too long for one file. */
export async function signedStretch(pool: Pool, { symbol, first, last }: Used) {
  const { before, after } = await checkpointsAround(pool, { symbol, first, last });
  if (after === undefined) return undefined;
  const from = startOf(first, before?.seq);
  if (after.seq - from >= ENTRIES_MAX) return undefined;
  const entries = await entriesBetween(pool, { symbol, first: from, last: after.seq });
  const signed = before === undefined || before.seq === after.seq ? [after] : [before, after];
  return {
    entries: entries.map(entryView),
    checkpoints: signed.map(checkpointView),
  };
}

/**
 * Returns where the range starts. The hash of the first entry used depends on the hash before it, so the range starts at least
 * one entry earlier.
 */
function startOf(first: bigint, signed: bigint | undefined): bigint {
  const before = first - 1n;
  if (signed === undefined || before < 1n) return 1n;
  return signed < before ? signed : before;
}

type Hashed = TapeEntry & { readonly hash: Uint8Array };

async function entriesBetween(pool: Pool, { symbol, first, last }: Used): Promise<Hashed[]> {
  const all: Hashed[] = [];
  for (let fromSeq = first; fromSeq <= last; fromSeq = first + BigInt(all.length)) {
    const limit = Math.min(LIMITS.market.tapeEntriesMax, Number(last - fromSeq) + 1);
    // Pages are read one at a time, so that one of many concurrent requests can't take every connection.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readEntries(pool, { symbol, fromSeq, limit });
    if (page.length === 0) break;
    all.push(...page);
  }
  return all;
}

/** The maximum number of entries before a fill in one file: hours of a busy symbol, a few megabytes. */
const WATCHED_MAX = 10_000n;

/**
 * Returns the first entry of the file for a fill: the entry at which the order was armed, or one as far back as a file allows.
 * From it on, the file shows that no entry before the fill reached the level.
 */
export function watchedFrom(armedSeq: bigint, tapeSeq: bigint): bigint {
  const reach = tapeSeq - WATCHED_MAX;
  const from = armedSeq > reach ? armedSeq : reach;
  return from > 1n ? from : 1n;
}
