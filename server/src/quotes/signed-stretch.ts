/**
 * A stretch of a tape as evidence has it: the entries from the checkpoint in front of the first one used to the checkpoint
 * behind the last, as the public calls answer them, so that anybody can recompute what a deal rests on.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { checkpointsAround } from './checkpoints.ts';
import { readEntries } from './tape-store.ts';
import { checkpointView, entryView } from './tape-views.ts';

export type Used = { readonly symbol: string; readonly first: bigint; readonly last: bigint };

/** How much of a tape one file may hold; five minutes of a lively symbol are a few thousand entries. */
const ENTRIES_MAX = 40_000n;

/** Undefined where nothing behind it is signed yet, or where it is more than one file may hold. */
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

/** A hash has to stand in front of the first entry used, so it begins one before it at the latest. */
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
    // One page after the other: of many at once none should have all connections.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readEntries(pool, { symbol, fromSeq, limit });
    if (page.length === 0) break;
    all.push(...page);
  }
  return all;
}

/** How far back a file looks for what a fill waited for: hours of a lively symbol, and a few megabytes. */
const WATCHED_MAX = 10_000n;

/** From which entry on it is shown that nothing reached a level before its fill: since the arming, or as far as one file holds. */
export function watchedFrom(armedSeq: bigint, tapeSeq: bigint): bigint {
  const reach = tapeSeq - WATCHED_MAX;
  const from = armedSeq > reach ? armedSeq : reach;
  return from > 1n ? from : 1n;
}
