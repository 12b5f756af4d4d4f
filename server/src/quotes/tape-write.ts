/** Writes the tape: takes over the heads and appends batches. Each transaction first proves that this process leads. */
import type { TapeMinute } from '@candor/domain/market/minute.ts';
import { minutesOf } from '@candor/domain/market/minute.ts';
import type { HashedEntry } from '@candor/domain/market/tape.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import { sendTogether } from '../db/pool.ts';
import type { Connection, Pool } from '../db/pool.ts';
import type { HeadChange } from './tape-prepare.ts';
import type { Head } from './tape-store.ts';
import { readHeads } from './tape-store.ts';

/** Thrown if another process leads, so that this process can't write any more. */
export class FencedError extends Error {
  constructor() {
    super('expected to lead the market, found another leader');
  }
}

/** Runs work in a transaction that only the leader of the epoch can commit. The leader's row can't change during it. */
async function asLeader<Result>(
  pool: Pool,
  epoch: bigint,
  work: (db: Connection) => Promise<Result>,
): Promise<Result> {
  const db = await pool.connect();
  let failure: Error | undefined;
  try {
    const [, lock, result] = await sendTogether(db, () =>
      Promise.all([
        db.query('begin'),
        db.query({ name: 'leader_lock', text: LOCK_EPOCH, values: [epoch] }),
        work(db),
      ]),
    );
    if (lock.rowCount !== 1) throw new FencedError();
    const ended = await db.query('commit');
    // After a failed statement, COMMIT succeeds too, but with the tag ROLLBACK.
    if (ended.command !== 'COMMIT')
      throw new Error(`expected the transaction to commit, got ${ended.command}`);
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // After a failure, statements may still be in flight. The connection is therefore closed, which ends its transaction.
    db.release(failure);
  }
}

const LOCK_EPOCH = `select 1 from leader where role = 'market' and epoch = $1 for share`;

/**
 * Assigns the heads to an epoch, and adds missing rows so that every symbol has one. Throws if the epoch is no longer the newest.
 */
export async function takeHeads(pool: Pool, epoch: bigint, symbols: readonly string[]): Promise<Head[]> {
  return asLeader(pool, epoch, async (db) => {
    await db.query(
      `insert into tape_head (symbol) select * from unnest($1::text[]) on conflict (symbol) do nothing`,
      [symbols],
    );
    // Locking the rows waits for transactions of the previous leader that are in flight, so the heads read next are final.
    await db.query('update tape_head set epoch = $1', [epoch]);
    return readHeads(db);
  });
}

export type Batch = {
  readonly entries: readonly HashedEntry[];
  readonly heads: readonly HeadChange[];
};

/** Appends a batch in one transaction: entries, heads and minutes are written together or not at all. */
export async function writeBatch(pool: Pool, epoch: bigint, batch: Batch): Promise<void> {
  const quotedMs = new Map(batch.heads.map(({ head, quotedBeforeMs }) => [head.symbol, quotedBeforeMs]));
  await asLeader(pool, epoch, async (db) => {
    const [, heads] = await Promise.all([
      insertEntries(db, batch.entries),
      updateHeads(db, epoch, batch),
      upsertMinutes(db, minutesOf(batch.entries, quotedMs)),
    ]);
    if (heads.rowCount !== batch.heads.length) throw new FencedError();
  });
}

function insertEntries(db: Connection, entries: readonly HashedEntry[]) {
  return db.query({
    name: 'tape_append',
    text: `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause, reason,
        refused, refused_count, sources)
      select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[],
        $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::bytea[], $10::boolean[],
        $11::text[], $12::text[], $13::bytea[], $14::bigint[], $15::text[])`,
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
      entries.map((entry) => entry.gap === true),
      entries.map(({ cause }) => cause?.kind ?? null),
      entries.map(({ cause }) => cause?.reason ?? null),
      entries.map(({ cause }) => (cause?.kind === 'reject' ? Buffer.from(cause.refused, 'hex') : null)),
      entries.map(({ cause }) => (cause?.kind === 'reject' ? cause.count : null)),
      entries.map(({ sources }) => sources ?? null),
    ],
  });
}

function updateHeads(db: Connection, epoch: bigint, batch: Batch) {
  const heads = batch.heads.map((change) => change.head);
  return db.query({
    name: 'tape_heads',
    text: `update tape_head h set seq = u.seq, hash = u.hash, time_ms = u.time_ms, feed_time_ms = u.feed_time_ms,
        bid = u.bid, ask = u.ask, last = u.last, stale_after_ms = u.stale_after_ms,
        fill_age_ms = u.fill_age_ms, halted = u.halted,
        halted_because = u.because, quoted_seq = u.quoted_seq, quoted_ms = u.quoted_ms,
        written_at = case when u.seq > h.seq then clock_timestamp() else h.written_at end
      from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[], $7::bigint[],
        $8::numeric[], $9::numeric[], $10::numeric[], $11::int[], $12::boolean[], $13::text[],
        $14::bigint[], $15::bigint[], $16::int[])
        as u (symbol, before, seq, hash, time_ms, feed_time_ms, bid, ask, last, stale_after_ms, halted, because,
          quoted_seq, quoted_ms, fill_age_ms)
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
      heads.map((head) => head.quoted?.seq ?? null),
      heads.map((head) => head.quoted?.timeMs ?? null),
      heads.map((head) => head.fillAgeMs),
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
