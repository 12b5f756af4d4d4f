/** The outbox's queries for deliveries: those that are due, taking and updating them, and finding webhooks that don't answer. */
import { asText } from '../../db/as-text.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { limits } from './limits.ts';
import type { Subject } from './payload.ts';

export type Due = {
  readonly book: bigint;
  readonly id: bigint;
  readonly webhook: bigint;
  readonly event: string;
  readonly kind: string;
  readonly createdMs: number;
  readonly tries: number;
  readonly payload: string | null;
  readonly subject: Subject;
  readonly url: string;
  readonly code: string;
  readonly sealed: Buffer;
};

type Taken = {
  readonly book: string;
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  readonly kind: string;
  readonly created_ms: string;
  readonly tries: number;
  readonly payload: string | null;
  readonly subject: string | null;
  readonly raw: Readonly<Record<string, string | null>> | null;
  readonly url: string;
  readonly code: string;
  readonly sealed: Buffer;
};

/** The row's columns, formatted as PostgreSQL would send them as text. */
const RAW = `(select jsonb_object_agg(c.key, case jsonb_typeof(c.value) when 'boolean' then left(c.value::text, 1) else c.value #>> '{}' end)
  from jsonb_each(t.row) c)`;

/**
 * Only one process at a time takes deliveries, so that each counts the ones taken before. A statement that had begun earlier
 * would not see them.
 */
const TAKING_LOCK = 7_305_171;

/**
 * Takes due deliveries and reserves them for this process until their lease expires. A delivery is in flight until its outcome
 * is recorded or the lease expires. For each webhook, no more are taken than its limit of deliveries in flight from all
 * processes allows. Webhooks in `kept` and those at their limit are skipped, so that they don't crowd out others.
 */
export async function takeDue(
  pool: Pool,
  { nowMs, kept, room }: { readonly nowMs: number; readonly kept: readonly bigint[]; readonly room: number },
): Promise<Due[]> {
  const found = await inTransaction(pool, async (connection) => {
    await connection.query(`select pg_advisory_xact_lock(${TAKING_LOCK})`);
    return connection.query<Taken>(
      `with flying as (select d.webhook, count(*)::int as many from webhook_delivery d
        where d.status = 'waiting' and d.taken_until_ms > $1 group by 1),
      looked as (select d.book, d.id, d.webhook, d.next_try_ms, coalesce(f.many, 0) as many
        from webhook_delivery d left join flying f on f.webhook = d.webhook
        where d.status = 'waiting' and d.next_try_ms <= $1 and d.webhook <> all ($2::bigint[]) and coalesce(f.many, 0) < $4
        order by d.next_try_ms limit $3),
      first as (select l.book, l.id from (select l.*, row_number() over (partition by l.webhook order by l.next_try_ms, l.id) as nth from looked l) l
        where l.nth + l.many <= $4 order by l.next_try_ms limit $6),
      due as (select d.book, d.id from webhook_delivery d join first f on f.book = d.book and f.id = d.id
        where d.status = 'waiting' and d.next_try_ms <= $1 for update of d skip locked),
      taken as (update webhook_delivery d set next_try_ms = $1 + $5, taken_until_ms = $1 + $5 from due
        where d.book = due.book and d.id = due.id returning d.*)
      select t.book, t.id, t.webhook, t.event, t.kind, t.created_ms, t.tries, t.payload, t.subject, ${RAW} as raw, w.url, w.code, w.sealed
        from taken t join webhook w on w.book = t.book and w.id = t.webhook where w.status = 'on'`,
      [nowMs, kept, limits.dueLookedAt, limits.atOnceMax, limits.leaseMs, room],
    );
  });
  return found.rows.map(({ book, id, webhook, created_ms, subject, raw, ...row }) => ({
    ...row,
    ...{ book: BigInt(book), id: BigInt(id), webhook: BigInt(webhook), createdMs: Number(created_ms) },
    subject: { table: subject ?? '', row: raw ?? {} },
  }));
}

/**
 * Stores the payload, and deletes the row from which it was composed. If another process has stored a payload first, returns that
 * one.
 */
export async function setPayload(
  db: Pick<Pool, 'query'>,
  { book, id }: Pick<Due, 'book' | 'id'>,
  payload: string,
): Promise<string> {
  const found = await db.query<{ payload: string }>(
    `update webhook_delivery d set payload = coalesce(d.payload, $3), row = null where d.book = $1 and d.id = $2 returning d.payload`,
    [book, id, payload],
  );
  return found.rows[0]?.payload ?? payload;
}

export type ToStop = { readonly book: bigint; readonly id: bigint; readonly reason: 'gone' | 'failing' };

const AT_ONCE = 20;

/** Returns webhooks that are on although a delivery has failed for good since they were turned on. */
export async function toBeStopped(db: Pick<Pool, 'query'>): Promise<ToStop[]> {
  const found = await db.query<{ book: string; id: string; is_gone: boolean }>(
    `select w.book, w.id, bool_or(d.status = 'gone') as is_gone from webhook_delivery d join webhook w on w.book = d.book and w.id = d.webhook
      where d.status in ('failed', 'gone') and w.status = 'on' and d.ended_ms >= w.since_ms group by 1, 2 limit ${AT_ONCE}`,
  );
  return found.rows.map(({ book, id, is_gone }) => ({
    ...{ book: BigInt(book), id: BigInt(id), reason: is_gone ? 'gone' : 'failing' },
  }));
}

/** Returns webhooks with too many pending deliveries. */
export async function overflowing(db: Pick<Pool, 'query'>): Promise<ToStop[]> {
  const found = await db.query<{ book: string; id: string }>({
    text: `select d.book, d.webhook as id from webhook_delivery d where d.status = 'waiting' group by 1, 2 having count(*) > $1 limit ${AT_ONCE}`,
    values: [limits.waitingMax],
    types: asText,
  });
  return found.rows.map(({ book, id }) => ({ book: BigInt(book), id: BigInt(id), reason: 'failing' }));
}

/**
 * Deletes deliveries that ended long ago and those of deleted webhooks, up to the limit of one statement. Returns their number.
 */
export async function forgetSome(db: Pick<Pool, 'query'>, nowMs: number): Promise<number> {
  const found = await db.query(
    `delete from webhook_delivery d using (
        (select o.book, o.id from webhook_delivery o where o.ended_ms < $1 order by o.ended_ms limit $3)
        union (select o.book, o.id from webhook w join webhook_delivery o on o.book = w.book and o.webhook = w.id
          where w.status = 'deleted' and w.since_ms > $2 limit $3)) old
      where d.book = old.book and d.id = old.id`,
    [nowMs - limits.keptMs, nowMs - limits.deletedMs, limits.forgottenAtOnce],
  );
  return found.rowCount ?? 0;
}
