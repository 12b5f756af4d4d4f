/**
 * Queries for messages: pages from newest to oldest, single messages, the unread count, and marking as read. A message to all
 * customers is a single row (`agreement_notice`). It is listed for every customer who had registered by the time of the message.
 */
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';

export type MessageRow = {
  readonly id: bigint;
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, string>>;
  readonly timeMs: number;
  readonly read: boolean;
};

type Raw = { id: string; kind: NoticeKind; params: string; time_ms: string; read_ms: string | null };

const COLUMNS = 'n.id, n.kind, n.params, n.time_ms, n.read_ms';
/** Selects messages to all customers, in the form of messages to customer $1. */
const TO_ALL = `(select a.id, 'agreement_changed' as kind, json_build_object('article', a.slug)::text as params, a.time_ms, r.read_ms
    from agreement_notice a left join agreement_notice_read r on r.book = $1 and r.id = a.id
    where a.time_ms >= (select c.registered_ms from customer c where c.id = $1))`;

function readRow({ id, kind, params, time_ms, read_ms }: Raw): MessageRow {
  return {
    id: BigInt(id),
    kind,
    params: JSON.parse(params) as Record<string, string>,
    timeMs: Number(time_ms),
    read: read_ms !== null,
  };
}

export type MessagesPage = {
  readonly customer: bigint;
  /** Only older messages are returned. The id alone doesn't define the order, because ids are allocated in blocks. */
  readonly before: { readonly timeMs: bigint; readonly id: bigint } | undefined;
  readonly limit: number;
};

const BEFORE = '(n.time_ms, n.id) < (coalesce($2, 9223372036854775807), coalesce($3, 9223372036854775807))';

export async function messagesOf(db: Pool, { customer, before, limit }: MessagesPage): Promise<MessageRow[]> {
  const found = await db.query<Raw>(
    `select ${COLUMNS} from (
        (select ${COLUMNS} from notice n where n.book = $1 and ${BEFORE} order by n.time_ms desc, n.id desc limit $4)
        union all select ${COLUMNS} from ${TO_ALL} n where ${BEFORE}) n
      order by n.time_ms desc, n.id desc limit $4`,
    [customer, before?.timeMs ?? null, before?.id ?? null, limit],
  );
  return found.rows.map(readRow);
}

export async function messagesById(
  db: Pool,
  { customer, ids }: { readonly customer: bigint; readonly ids: readonly bigint[] },
): Promise<MessageRow[]> {
  const found = await db.query<Raw>(
    `select ${COLUMNS} from (
        select ${COLUMNS} from notice n where n.book = $1 and n.id = any ($2::bigint[])
        union all select ${COLUMNS} from ${TO_ALL} n where n.id = any ($2::bigint[])) n
      order by n.time_ms, n.id`,
    [customer, ids],
  );
  return found.rows.map(readRow);
}

/** Counts unread messages up to a cap; a result equal to the cap means "or more". */
export async function unreadOf(db: Pool, customer: bigint): Promise<number> {
  const found = await db.query<{ unread: number }>(
    `select count(*)::int as unread from (
        (select n.id from notice n where n.book = $1 and n.read_ms is null limit $2)
        union all select n.id from ${TO_ALL} n where n.read_ms is null limit $2) as counted`,
    [customer, limits.unreadMax],
  );
  return found.rows[0]?.unread ?? 0;
}

/**
 * Marks one or all messages as read, in batches, and notifies every process of the change. Returns whether a given message
 * exists.
 */
export async function markRead(
  db: Pool,
  at: { readonly customer: bigint; readonly id: bigint | undefined; readonly nowMs: number },
): Promise<boolean> {
  const { markedAtOnce } = limits;
  for (;;) {
    const { known, marked } = await markSome(db, at, markedAtOnce);
    if (marked < markedAtOnce) return at.id === undefined || known;
  }
}

async function markSome(
  db: Pool,
  at: { readonly customer: bigint; readonly id: bigint | undefined; readonly nowMs: number },
  atOnce: number,
): Promise<{ readonly known: boolean; readonly marked: number }> {
  const found = await db.query<{ known: boolean; marked: number }>(
    `with marked as (update notice n set read_ms = $3
        where n.book = $1 and n.read_ms is null and n.id = any (array(
          select o.id from notice o where o.book = $1 and o.read_ms is null and ($2::bigint is null or o.id = $2) limit $4))
        returning n.id),
      marked_to_all as (insert into agreement_notice_read (book, id, read_ms)
        select $1, n.id, $3 from ${TO_ALL} n where n.read_ms is null and ($2::bigint is null or n.id = $2)
        on conflict do nothing returning id),
      told as (select pg_notify('notice', $1::text)
        from (select id from marked union all select id from marked_to_all) as both_of limit 1)
      select exists (select from notice n where n.book = $1 and ($2::bigint is null or n.id = $2))
          or exists (select from ${TO_ALL} n where n.id = $2) as known,
        (select count(*)::int from marked) as marked, (select count(*) from told) as told`,
    [at.customer, at.id ?? null, at.nowMs, atOnce],
  );
  return found.rows[0] ?? { known: false, marked: 0 };
}
