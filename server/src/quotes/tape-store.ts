/** The tape's SQL: taking the heads over, appending a batch, reading back. */
import type { TapeMinute } from '@candor/domain/market/minute.ts';
import { minutesOf } from '@candor/domain/market/minute.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { HashedEntry } from '@candor/domain/market/tape.ts';
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../db/pool.ts';

/** The state of a symbol after its newest entry; seq 0 before the first. */
export type Head = HashedEntry & {
  readonly staleAfterMs: number;
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
  halted: boolean;
  halted_because: string | null;
  written_at_ms: string;
};

const HEAD_COLUMNS = `symbol, seq, hash, time_ms, feed_time_ms, bid, ask, last, stale_after_ms, halted, halted_because,
  (extract(epoch from written_at) * 1000)::bigint as written_at_ms`;

/** All heads as they stand. */
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
    halted: row.halted,
    haltedBecause: row.halted_because,
    writtenAtMs: Number(row.written_at_ms),
  };
}

/** Makes the heads those of an epoch, with a row for every symbol; throws when the epoch is no longer the newest. */
export async function takeHeads(pool: Pool, epoch: bigint, symbols: readonly string[]): Promise<Head[]> {
  const db = await pool.connect();
  try {
    await db.query('begin');
    await lockEpoch(db, epoch);
    await db.query(
      `insert into tape_head (symbol) select * from unnest($1::text[]) on conflict (symbol) do nothing`,
      [symbols],
    );
    // The row locks wait for what the leader before still has in flight, so what is read next is final.
    await db.query('update tape_head set epoch = $1', [epoch]);
    const heads = await readHeads(db);
    await commit(db);
    return heads;
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    db.release();
  }
}

/** Keeps the leader's row from changing until the transaction ends. */
async function lockEpoch(db: Connection, epoch: bigint): Promise<void> {
  const held = await db.query(`select 1 from leader where role = 'market' and epoch = $1 for share`, [epoch]);
  if (held.rowCount !== 1) throw new FencedError();
}

/** Another process leads; nothing that this one writes can pass any more. */
export class FencedError extends Error {
  constructor() {
    super('another process leads the market');
  }
}

/** A COMMIT after a failed statement resolves all the same, with the tag ROLLBACK. */
async function commit(db: Connection): Promise<void> {
  const ended = await db.query('commit');
  if (ended.command !== 'COMMIT') throw new Error(`the transaction ended with ${ended.command}`);
}

export type Batch = {
  readonly entries: readonly HashedEntry[];
  /** The heads that change, as they are to be, each with the seq that must be there before. */
  readonly heads: readonly { readonly before: bigint; readonly head: Head }[];
};

/** Appends a batch in one transaction: entries, heads and minutes stand together or not at all. */
export async function writeBatch(pool: Pool, epoch: bigint, batch: Batch): Promise<void> {
  const db = await pool.connect();
  let broken: Error | undefined;
  try {
    const [, lock, , heads] = await Promise.all([
      db.query('begin'),
      db.query(LOCK_EPOCH, [epoch]),
      insertEntries(db, batch.entries),
      updateHeads(db, epoch, batch),
      upsertMinutes(db, minutesOf(batch.entries)),
    ]);
    if (lock.rowCount !== 1 || heads.rowCount !== batch.heads.length) {
      await db.query('rollback');
      throw new FencedError();
    }
    await commit(db);
  } catch (error) {
    broken = error as Error;
    if (!(error instanceof FencedError)) await db.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A connection that failed in the middle may still have statements on the way: it is not given back.
    db.release(broken !== undefined && !(broken instanceof FencedError));
  }
}

const LOCK_EPOCH = `select 1 from leader where role = 'market' and epoch = $1 for share`;

function insertEntries(db: Connection, entries: readonly HashedEntry[]) {
  return db.query({
    name: 'tape_append',
    text: `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[],
        $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::bytea[])`,
    values: [
      entries.map((entry) => entry.symbol),
      entries.map((entry) => entry.seq),
      entries.map((entry) => entry.timeMs),
      entries.map((entry) => entry.feedTimeMs),
      entries.map((entry) => toNumeric(entry.bid)),
      entries.map((entry) => toNumeric(entry.ask)),
      entries.map((entry) => toNumeric(entry.last)),
      entries.map((entry) => toNumeric(entry.volume)),
      entries.map((entry) => Buffer.from(entry.hash)),
    ],
  });
}

function updateHeads(db: Connection, epoch: bigint, batch: Batch) {
  const heads = batch.heads.map((change) => change.head);
  return db.query({
    name: 'tape_heads',
    text: `update tape_head h set seq = u.seq, hash = u.hash, time_ms = u.time_ms, feed_time_ms = u.feed_time_ms,
        bid = u.bid, ask = u.ask, last = u.last, stale_after_ms = u.stale_after_ms, halted = u.halted,
        halted_because = u.because,
        written_at = case when u.seq > h.seq then clock_timestamp() else h.written_at end
      from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[], $7::bigint[],
        $8::numeric[], $9::numeric[], $10::numeric[], $11::int[], $12::boolean[], $13::text[])
        as u (symbol, before, seq, hash, time_ms, feed_time_ms, bid, ask, last, stale_after_ms, halted, because)
      where h.symbol = u.symbol and h.seq = u.before and h.epoch = $1`,
    values: [
      epoch,
      heads.map((head) => head.symbol),
      batch.heads.map((change) => change.before),
      heads.map((head) => head.seq),
      heads.map((head) => Buffer.from(head.hash)),
      heads.map((head) => head.timeMs),
      heads.map((head) => head.feedTimeMs),
      heads.map((head) => toNumeric(head.bid)),
      heads.map((head) => toNumeric(head.ask)),
      heads.map((head) => toNumeric(head.last)),
      heads.map((head) => head.staleAfterMs),
      heads.map((head) => head.halted),
      heads.map((head) => head.haltedBecause),
    ],
  });
}

function upsertMinutes(db: Connection, minutes: readonly TapeMinute[]) {
  return db.query({
    name: 'tape_minutes',
    text: `insert into tape_minute as m (symbol, minute_ms, first_seq, last_seq, open, high, low, close,
        bid_high, bid_low, ask_high, ask_low, volume)
      select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::numeric[], $6::numeric[],
        $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[])
      on conflict (symbol, minute_ms) do update set last_seq = excluded.last_seq, close = excluded.close,
        high = greatest(m.high, excluded.high), low = least(m.low, excluded.low),
        bid_high = greatest(m.bid_high, excluded.bid_high), bid_low = least(m.bid_low, excluded.bid_low),
        ask_high = greatest(m.ask_high, excluded.ask_high), ask_low = least(m.ask_low, excluded.ask_low),
        volume = m.volume + excluded.volume`,
    values: [
      minutes.map((minute) => minute.symbol),
      minutes.map((minute) => minute.startMs),
      minutes.map((minute) => minute.firstSeq),
      minutes.map((minute) => minute.lastSeq),
      ...(['open', 'high', 'low', 'close', 'bidHigh', 'bidLow', 'askHigh', 'askLow', 'volume'] as const).map(
        (field) => minutes.map((minute) => toNumeric(minute[field])),
      ),
    ],
  });
}

export type TapeRow = Omit<HeadRow, 'stale_after_ms' | 'halted' | 'halted_because' | 'written_at_ms'> & {
  volume: string;
};

/** Entries of a symbol from a seq on, in order, as they were hashed. */
export async function readEntries(
  db: Pool | Connection,
  range: { readonly symbol: string; readonly fromSeq: bigint; readonly limit: number },
): Promise<HashedEntry[]> {
  const { rows } = await db.query<TapeRow>(
    `select symbol, seq, hash, time_ms, feed_time_ms, bid, ask, last, volume from tape
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
  };
}

/** How many entries of a symbol bear its head's feed time; equal times stand next to each other. */
export async function entriesAtHead(
  pool: Pool,
  symbol: string,
  head: { readonly seq: bigint; readonly feedTimeMs: number },
): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'select count(*) from tape where symbol = $1 and seq > $2 and feed_time_ms = $3',
    [symbol, head.seq - EQUAL_TIMES_MAX, head.feedTimeMs],
  );
  return Number(rows[0]?.count ?? 0);
}

/** More entries of one millisecond than any market has made. */
const EQUAL_TIMES_MAX = 100_000n;

/** When the newest entry of any of the symbols was written, by the wall clock. */
export async function newestWrittenAtMs(pool: Pool, symbols: readonly string[]): Promise<number | undefined> {
  const { rows } = await pool.query<{ newest: string | null }>(
    `select (extract(epoch from max(written_at)) * 1000)::bigint as newest from tape_head
     where symbol = any($1) and seq > 0`,
    [symbols],
  );
  const newest = rows[0]?.newest ?? null;
  return newest === null ? undefined : Number(newest);
}
