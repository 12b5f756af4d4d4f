/** Reads the tape: heads, entries, and the position at which a feed stopped. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { HashedEntry } from '@candor/domain/market/tape.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { gapPart } from '../db/tape-row.ts';
import type { GapColumns } from '../db/tape-row.ts';
import type { Latest, MarkedEntry } from './latest.ts';

/** The state of a symbol after its newest entry; seq is 0 before the first entry. */
export type Head = HashedEntry &
  MarkedEntry & {
    readonly staleAfterMs: number;
    readonly fillAgeMs: number;
    readonly halted: boolean;
    readonly haltedBecause: string | null;
    readonly writtenAtMs: number;
  };

export type HeadRow = {
  symbol: string;
  seq: string;
  hash: Buffer;
  time_ms: string;
  feed_time_ms: string;
  bid: string;
  ask: string;
  last: string;
  stale_after_ms: number;
  fill_age_ms: number;
  halted: boolean;
  halted_because: string | null;
  written_at_ms: string;
  quoted_seq: string | null;
  quoted_ms: string | null;
};

const HEAD_COLUMNS = `symbol, seq, hash, time_ms, feed_time_ms, bid, ask, last, stale_after_ms, fill_age_ms, halted, halted_because,
  (extract(epoch from written_at) * 1000)::bigint as written_at_ms, quoted_seq, quoted_ms`;

export function latestOf(head: Head): Latest {
  const { writtenAtMs, staleAfterMs, halted } = head;
  return { entry: head, writtenAtMs, staleAfterMs, halted };
}

export async function readHeads(db: Pool | Connection): Promise<Head[]> {
  const { rows } = await db.query<HeadRow>(`select ${HEAD_COLUMNS} from tape_head order by symbol`);
  return rows.map(readHead);
}

function readHead(row: HeadRow): Head {
  return {
    symbol: row.symbol,
    seq: BigInt(row.seq),
    hash: row.hash,
    timeMs: Number(row.time_ms),
    feedTimeMs: Number(row.feed_time_ms),
    bid: fromNumeric(row.bid),
    ask: fromNumeric(row.ask),
    last: fromNumeric(row.last),
    volume: 0n,
    staleAfterMs: row.stale_after_ms,
    fillAgeMs: row.fill_age_ms,
    halted: row.halted,
    haltedBecause: row.halted_because,
    writtenAtMs: Number(row.written_at_ms),
    ...(row.quoted_seq === null
      ? {}
      : { gap: true, quoted: { seq: BigInt(row.quoted_seq), timeMs: Number(row.quoted_ms) } }),
  };
}

type TapeRow = { readonly sources?: string | null } & Record<
  'symbol' | 'seq' | 'time_ms' | 'feed_time_ms' | 'bid' | 'ask' | 'last' | 'volume',
  string
> &
  GapColumns & { hash: Buffer };

/** Reads entries of a symbol from a seq on, in order and with the fields that are hashed. */
export async function readEntries(
  db: Pool | Connection,
  range: { readonly symbol: string; readonly fromSeq: bigint; readonly limit: number },
): Promise<HashedEntry[]> {
  const { rows } = await db.query<TapeRow>(
    `select symbol, seq, hash, time_ms, feed_time_ms, bid, ask, last, volume, gap, cause, reason, refused,
       refused_count, sources from tape
     where symbol = $1 and seq >= $2 order by seq limit $3`,
    [range.symbol, range.fromSeq, range.limit],
  );
  return rows.map((row) => ({ ...readEntry(row), hash: row.hash }));
}

function readEntry(row: TapeRow): TapeEntry {
  return {
    symbol: row.symbol,
    seq: BigInt(row.seq),
    timeMs: Number(row.time_ms),
    feedTimeMs: Number(row.feed_time_ms),
    bid: fromNumeric(row.bid),
    ask: fromNumeric(row.ask),
    last: fromNumeric(row.last),
    volume: fromNumeric(row.volume),
    ...gapPart(row),
    ...(typeof row.sources === 'string' && { sources: row.sources }),
  };
}

/**
 * Returns the seq of the first entry in the minute of a time or in the next minute that has one, or undefined if none follows.
 */
export async function seqOfMinute(
  db: Pool | Connection,
  { symbol, timeMs }: { readonly symbol: string; readonly timeMs: number },
): Promise<bigint | undefined> {
  const { rows } = await db.query<{ first_seq: string }>({
    name: 'tape_seq_of_minute',
    text: `select first_seq from tape_minute where symbol = $1 and minute_ms > $2::bigint - ${MINUTE_MS} order by minute_ms limit 1`,
    values: [symbol, timeMs],
  });
  return rows[0] === undefined ? undefined : BigInt(rows[0].first_seq);
}

/** Returns the newest entry of a symbol before a given seq, skipping entries that report rejected quotes. */
export async function entryBefore(
  db: Pool | Connection,
  { symbol, seq }: { readonly symbol: string; readonly seq: bigint },
): Promise<TapeEntry | undefined> {
  const { rows } = await db.query<TapeRow>(
    `select symbol, seq, hash, time_ms, feed_time_ms, bid, ask, last, volume, gap, cause, reason, refused,
       refused_count from tape
     where symbol = $1 and seq < $2 and cause is distinct from 'reject' order by seq desc limit 1`,
    [symbol, seq],
  );
  return rows.map(readEntry)[0];
}

/** Returns the number of quotes of a symbol that have its head's feed time. Quotes with equal times are adjacent. */
export async function entriesAtHead(
  pool: Pool,
  symbol: string,
  head: { readonly seq: bigint; readonly feedTimeMs: number },
): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'select count(*) from tape where symbol = $1 and seq > $2 and feed_time_ms = $3 and not gap',
    [symbol, head.seq - EQUAL_TIMES_MAX, head.feedTimeMs],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Larger than the number of entries of any market in one millisecond. */
const EQUAL_TIMES_MAX = 100_000n;

/** Returns when the newest entry of any of the symbols was written, by the wall clock. */
export async function newestWrittenAtMs(pool: Pool, symbols: readonly string[]): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: string | null }>(
    `select (extract(epoch from max(written_at)) * 1000)::bigint as newest from tape_head
     where symbol = any($1) and seq > 0`,
    [symbols],
  );
  const newest = rows[0]?.newest ?? null;
  return newest === null ? undefined : Number(newest);
}
