/** Queries of the engine: announcements of rows, the triggers that are armed when it starts, and its saved position. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { limitTime } from '../db/time-limit.ts';
import type { Announcement } from './lane.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';

/** A transaction id in PostgreSQL's text form. Every transaction below it has ended. */
export type Horizon = string;
export type InboxRow = { readonly id: string; readonly announcement: Announcement };
export type InboxRead = {
  readonly horizon: Horizon;
  readonly rows: readonly InboxRow[];
  /** The ids that a read from this horizon will return again. */
  readonly seenAgain: readonly string[];
};

type RawInboxRow = Record<
  'horizon' | 'id' | 'symbol' | 'kind' | 'book' | 'row_id' | 'version' | 'condition' | 'level' | 'armed_seq',
  string
> & { since_ms: string | null; again: boolean };

/**
 * Reads the announcements by transactions from a horizon on, and the next horizon to read from. Both come from one snapshot, so
 * the next read returns any row that isn't visible yet.
 */
export async function readInbox(pool: Pool | Connection, since: Horizon): Promise<InboxRead> {
  const { rows } = await pool.query<RawInboxRow>({
    name: 'engine_inbox_since',
    text: `select s.horizon, i.xid >= s.horizon as again, i.id, i.symbol, i.kind, i.book, i.row_id, i.version,
        i.condition, i.level, i.armed_seq, i.since_ms
      from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) s
      left join engine_inbox i on i.xid >= $1::xid8
      order by i.id`,
    values: [since],
  });
  const found = rows.filter((row) => row.id !== null);
  return {
    horizon: rows[0]!.horizon,
    rows: found.map((row) => ({ id: row.id, announcement: readAnnouncement(row) })),
    seenAgain: found.filter((row) => row.again).map((row) => row.id),
  };
}

function readAnnouncement(row: RawInboxRow): Announcement {
  return {
    symbol: row.symbol,
    kind: row.kind,
    book: BigInt(row.book),
    row: BigInt(row.row_id),
    version: Number(row.version),
    condition: row.condition as TriggerCondition,
    level: (row.level as string | null) === null ? null : fromNumeric(row.level),
    armedSeq: BigInt(row.armed_seq),
    ...(row.since_ms === null ? {} : { sinceMs: Number(row.since_ms) }),
  };
}

/** The entry from which a symbol's replay begins. No open trigger can have missed an entry at or before it. */
export type SymbolStart = { readonly symbol: string; readonly startSeq: bigint; readonly headSeq: bigint };
export type Rebuild = { readonly starts: readonly SymbolStart[]; readonly inbox: InboxRead };

type Source = Pick<TriggerSource, 'kind' | 'openTriggers'>;

/**
 * Reads every waiting trigger in one snapshot. The serving sessions' timeouts don't apply, because this transaction may read a
 * million rows. A row whose announcement is still in the inbox may not have been compared with all handled entries, so the replay
 * begins at the lowest head that any such row was armed at.
 */
export async function readOpenTriggers(
  pool: Pool,
  sources: readonly Source[],
  put: (trigger: Trigger) => void,
): Promise<Rebuild> {
  return inSnapshot(pool, async (connection) => {
    const inbox = await readInbox(connection, '0');
    const starts = await connection.query<{ symbol: string; start_seq: string; head_seq: string }>(
      `select symbol, h.seq as head_seq, least(coalesce(p.handled_seq, h.seq), h.seq, i.armed_seq) as start_seq
       from tape_head h
       left join engine_position p using (symbol)
       left join (select symbol, min(armed_seq) as armed_seq from engine_inbox where level is not null group by symbol) i
         using (symbol)`,
    );
    for (const source of sources) await readSource(connection, source, put);
    return {
      inbox,
      starts: starts.rows.map((row) => ({
        symbol: row.symbol,
        startSeq: BigInt(row.start_seq),
        headSeq: BigInt(row.head_seq),
      })),
    };
  });
}

export async function readTriggers(
  pool: Pool,
  sources: readonly Source[],
  put: (trigger: Trigger) => void,
): Promise<void> {
  await inSnapshot(pool, async (connection) => {
    for (const source of sources) await readSource(connection, source, put);
  });
}

async function readSource(
  connection: Connection,
  source: Source,
  put: (trigger: Trigger) => void,
): Promise<void> {
  for await (const trigger of source.openTriggers(connection)) {
    if (trigger.kind !== source.kind)
      throw new Error(`expected triggers of ${source.kind}, got ${trigger.kind}`);
    put(trigger);
  }
}

async function inSnapshot<Result>(
  pool: Pool,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  let failure: Error | undefined;
  try {
    await connection.query('begin isolation level repeatable read read only');
    await limitTime(connection, 0);
    await connection.query('set local idle_in_transaction_session_timeout = 0');
    await connection.query('set local enable_seqscan = on');
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    connection.release(failure);
  }
}

export type LeftUnfiredRow = { readonly book: bigint; readonly row: bigint; readonly told: string };

/** Finds rows that an entry more than a minute ago should have fired. May take minutes; aborting the signal cancels the query. */
export async function readLeftUnfired(pool: Pool, ending: AbortSignal): Promise<readonly LeftUnfiredRow[]> {
  const connection = await pool.connect();
  let isOurs = true;
  const release = (broken: boolean): void => {
    if (isOurs) connection.release(broken);
    isOurs = false;
  };
  const hangUp = (): void => release(true);
  ending.addEventListener('abort', hangUp);
  try {
    if (ending.aborted) return [];
    await connection.query('begin isolation level repeatable read read only');
    await limitTime(connection, 0);
    const { rows } = await connection.query<Record<'book' | 'row_id' | 'told', string>>(
      'select book, row_id, told from left_unfired()',
    );
    await connection.query('commit');
    return rows.map(({ book, row_id: row, told }) => ({ book: BigInt(book), row: BigInt(row), told }));
  } catch (error) {
    release(true);
    throw error;
  } finally {
    ending.removeEventListener('abort', hangUp);
    release(false);
  }
}

/** Why an announcement or a firing was set aside: no row confirms it, or a row does but it stays busy. */
export type SetAside = 'false' | 'busy';

/** Stores what was set aside, each announcement or firing only once. */
export async function keepSetAside(
  pool: Pool,
  { kind, book, row, version, symbol }: Pick<Trigger, 'kind' | 'book' | 'row' | 'version' | 'symbol'>,
  { why, told }: { readonly why: SetAside; readonly told: string },
): Promise<void> {
  await pool.query(
    `insert into engine_set_aside (kind, book, row_id, version, symbol, why, told)
      values ($1, $2, $3, $4, $5, $6, left($7, 500)) on conflict do nothing`,
    [kind, book, row, version, symbol, why, told],
  );
}

/**
 * Saves the handled position of each symbol and deletes announcements below the horizon, in one statement. Both are still correct
 * if they are written late, so a former leader that wakes up late does no harm.
 */
export async function savePositions(
  pool: Pool,
  save: { positions: ReadonlyMap<string, bigint>; horizon: Horizon },
): Promise<void> {
  await pool.query({
    name: 'engine_positions',
    text: `with pruned as (delete from engine_inbox where xid < $3::xid8)
      insert into engine_position (symbol, handled_seq) select * from unnest($1::text[], $2::bigint[])
      on conflict (symbol) do update
        set handled_seq = greatest(engine_position.handled_seq, excluded.handled_seq)`,
    values: [[...save.positions.keys()], [...save.positions.values()].map(String), save.horizon],
  });
}
