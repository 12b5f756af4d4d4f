/** Queries for Web Push: browsers, deliveries and their outcomes. */
import type { Language } from '@candor/protocol/languages.ts';
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isFlood, isNotified, TOLD_LATELY } from '../../identity/mail/choices.ts';
import { limits } from './limits.ts';

export type Subscription = {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly details: boolean;
};

/**
 * Stores a browser, or assigns it to the customer who uses it now. If the customer has too many browsers, the newest of the
 * others is deleted. If it were the oldest, a thief with a stolen token could remove the browsers that would report the theft.
 */
export async function keepSubscription(
  pool: Pool,
  {
    customer,
    session,
    nowMs,
    ...one
  }: Subscription & { readonly customer: bigint; readonly session: bigint; readonly nowMs: number },
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    await connection.query(
      `insert into push_subscription as s (customer, session, endpoint, p256dh, auth, details, created_ms)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (endpoint) do update set customer = excluded.customer, session = excluded.session, p256dh = excluded.p256dh,
          auth = excluded.auth, details = excluded.details,
          created_ms = case when s.customer = excluded.customer then s.created_ms else excluded.created_ms end`,
      [customer, session, one.endpoint, one.p256dh, one.auth, one.details, nowMs],
    );
    await connection.query(
      `delete from push_subscription where id in (select s.id from push_subscription s where s.customer = $1
        order by s.endpoint = $3 desc, s.created_ms, s.id offset $2)`,
      [customer, limits.pushDevicesMax, one.endpoint],
    );
  });
}

export async function dropSubscription(
  db: Pool,
  at: { readonly customer: bigint; readonly endpoint: string },
): Promise<void> {
  await db.query('delete from push_subscription where customer = $1 and endpoint = $2', [
    at.customer,
    at.endpoint,
  ]);
}

/** The current time, and the idle time after which a session expires. */
type Idle = { readonly nowMs: number; readonly idleMs: number };

/**
 * The condition that a session `s` of a customer `c` is valid. The customer's status is checked too, because closing an account
 * ends its sessions in a later transaction, before which the process may crash. Session times use the wall clock, whereas $1 and
 * $2 are in the house's time.
 */
const GOOD =
  "s.revoked_ms is null and s.expires_ms > $1 - house_ahead_ms() and s.seen_ms > $2 - house_ahead_ms() and c.status in ('active', 'frozen')";

/**
 * Deletes browsers whose session has expired, together with their deliveries. Checks only the batch that follows `after`, because
 * a transaction that checks a million browsers takes too long. Returns the position of the next batch. Until they are deleted,
 * these browsers receive nothing (see `takeDue`).
 */
export async function forgetEnded(
  db: Pool,
  { nowMs, idleMs, after }: Idle & { readonly after: bigint },
): Promise<bigint> {
  const { pushLookedAt } = limits;
  const found = await db.query<{ count: number; last: string | null }>(
    `with looked_at as (select p.id, p.customer, p.session from push_subscription p where p.id > $3 order by p.id limit $4),
      gone as (delete from push_subscription p using looked_at l where p.id = l.id and p.customer = l.customer
        and p.session = l.session and not exists (select from session s join customer c on c.id = s.customer
          where s.customer = l.customer and s.id = l.session and ${GOOD}))
      select count(*)::int as count, max(id) as last from looked_at`,
    [nowMs, nowMs - idleMs, after, pushLookedAt],
  );
  const { count, last } = found.rows[0] ?? { count: 0, last: null };
  return count < pushLookedAt || last === null ? 0n : BigInt(last);
}

/** Deletes deliveries older than a day when their next attempt is due. */
export async function forgetOld(db: Pool, nowMs: number): Promise<void> {
  const oldMs = nowMs - limits.pushKeptMs;
  await db.query('delete from push_delivery where next_try_ms <= $1 and created_ms < $2', [nowMs, oldMs]);
}

type Unpushed = {
  book: string;
  id: string;
  kind: NoticeKind;
  chosen: boolean | null;
  mailed: boolean;
  /** Null if the customer has no browser to push to. */
  lately: number | null;
};

/**
 * Assigns new messages to browsers, each message once even if several processes run. Returns the number of messages processed.
 */
export async function spreadMessages(pool: Pool, nowMs: number): Promise<number> {
  return inTransaction(pool, async (connection: Connection) => {
    const found = await connection.query<Unpushed>(
      `select n.book, n.id, n.kind,
          (select c.enabled from notification_choice c where c.customer = n.book and c.channel = 'push'
            and c.topic = ($2::jsonb ->> n.kind)) as chosen,
          exists (select from customer c where c.id = n.book and c.email is not null) as mailed,
          case when exists (select from push_subscription p where p.customer = n.book) then ${TOLD_LATELY} end as lately
        from notice n where n.pushed_ms is null order by n.time_ms, n.book, n.id limit $1 for update of n skip locked`,
      [limits.pushBatch, JSON.stringify(topicOf)],
    );
    const told = found.rows.filter(
      ({ kind, chosen, mailed, lately }) =>
        lately !== null &&
        isNotified({ topic: topicOf[kind], channel: 'push' }, { chosen, reachedElse: mailed }) &&
        !isFlood(kind, lately),
    );
    await connection.query(
      `insert into push_delivery (subscription, book, notice, created_ms, next_try_ms)
        select s.id, u.book, u.id, $3, $3 from unnest($1::bigint[], $2::bigint[]) as u (book, id)
          join push_subscription s on s.customer = u.book
        on conflict do nothing`,
      [told.map(({ book }) => book), told.map(({ id }) => id), nowMs],
    );
    await connection.query(
      `update notice n set pushed_ms = $3 from unnest($1::bigint[], $2::bigint[]) as u (book, id)
        where n.book = u.book and n.id = u.id`,
      [found.rows.map((row) => row.book), found.rows.map((row) => row.id), nowMs],
    );
    return found.rows.length;
  });
}

export type Delivery = Subscription & {
  readonly id: bigint;
  readonly notice: bigint;
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly attempts: number;
  readonly createdMs: number;
};

/**
 * Takes due deliveries to browsers with a valid session, except those to `busy` services. Postpones their next attempt, so that
 * no second process sends them too.
 */
export async function takeDue(
  db: Pool,
  { nowMs, idleMs, busy }: Idle & { readonly busy: readonly string[] },
): Promise<Delivery[]> {
  const found = await db.query<{
    id: string;
    notice: string;
    kind: NoticeKind;
    params: string;
    language: Language;
    attempts: number;
    created_ms: string;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    details: boolean;
  }>(
    `with due as (select d.id from push_delivery d join push_subscription p on p.id = d.subscription
          where d.next_try_ms <= $1 and split_part(p.endpoint, '/', 3) <> all ($5::text[])
        order by d.next_try_ms limit $3 for update of d skip locked),
      taken as (update push_delivery d set attempts = d.attempts + 1, next_try_ms = $1 + $4 * (1 << least(d.attempts, 10))
        from due where d.id = due.id returning d.*)
      select t.id, t.notice, t.attempts, t.created_ms, n.kind, n.params, c.language, p.endpoint, p.p256dh, p.auth, p.details
        from taken t join push_subscription p on p.id = t.subscription
        join customer c on c.id = t.book
        join session s on s.customer = p.customer and s.id = p.session and ${GOOD}
        join notice n on n.book = t.book and n.id = t.notice
        where t.book = p.customer`,
    [nowMs, nowMs - idleMs, limits.pushBatch, limits.pushRetryMs, busy],
  );
  return found.rows.map(({ id, notice, params, created_ms, ...row }) => ({
    ...row,
    id: BigInt(id),
    notice: BigInt(notice),
    createdMs: Number(created_ms),
    params: JSON.parse(params) as Record<string, string>,
  }));
}

export async function endDelivery(db: Pool, id: bigint): Promise<void> {
  await db.query('delete from push_delivery where id = $1', [id]);
}

export async function endSubscription(db: Pool, endpoint: string): Promise<void> {
  await db.query('delete from push_subscription where endpoint = $1', [endpoint]);
}
