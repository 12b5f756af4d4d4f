/**
 * In a process that does not lead, reads the entries that the leader wrote, so that this process's lists and charts are as
 * current as the database.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Pool } from '../db/pool.ts';
import type { Candles } from './candles.ts';
import type { LatestQuotes } from './latest.ts';
import { quotedBy } from './latest.ts';
import type { Head } from './tape-store.ts';
import { latestOf, readEntries, readHeads } from './tape-store.ts';
import type { Tape } from './tape.ts';

/** The maximum number of a symbol's entries that one query reads. */
const READ_MAX = 1_000;

export type FollowOptions = {
  readonly pool: Pool;
  readonly latest: LatestQuotes;
  readonly publish: (entries: readonly TapeEntry[]) => void;
};

export type Follower = {
  turn(): Promise<void>;
  /** Makes the next turn reload the candles. */
  loadAgain(): void;
};

/** Each turn reads new entries from the database. The first turn loads the current candles. */
export function createFollower(parts: {
  readonly pool: Pool;
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly tape: Pick<Tape, 'publish'>;
}): Follower {
  const { pool, latest, candles, tape } = parts;
  let loaded = false;
  return {
    turn: async () => {
      const heads = await followOnce({ pool, latest, publish: tape.publish });
      if (loaded) return;
      await candles.load(heads.map((head) => ({ symbol: head.symbol, timeMs: quotedBy(head).timeMs })));
      loaded = true;
    },
    loadAgain: () => {
      loaded = false;
    },
  };
}

/** Updates `latest` to the heads in the database, and publishes the entries in between. */
export async function followOnce(options: FollowOptions): Promise<Head[]> {
  const heads = (await readHeads(options.pool)).filter((head) => head.seq > 0n);
  for (const head of heads) {
    const known = options.latest.get(head.symbol)?.entry.seq;
    if (known !== undefined && known < head.seq) await publishBetween(options, head, known);
    options.latest.set(latestOf(head));
  }
  return heads;
}

async function publishBetween(options: FollowOptions, head: Head, known: bigint): Promise<void> {
  let fromSeq = known + 1n;
  while (fromSeq <= head.seq) {
    const read = await readEntries(options.pool, { symbol: head.symbol, fromSeq, limit: READ_MAX });
    // Entries written after the heads were read are left to the next turn, which starts after these heads.
    const entries = read.filter((entry) => entry.seq <= head.seq);
    const newest = entries.at(-1);
    if (newest === undefined) return;
    options.publish(entries);
    fromSeq = newest.seq + 1n;
  }
}
