/** Queries for webhooks and their deliveries, for the customer's calls. */
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import type { Attempt } from './sending.ts';

type Db = Pick<Pool, 'query'>;
type Place = { readonly book: bigint; readonly id: bigint };

export type ListedWebhook = {
  readonly id: string;
  readonly url: string;
  readonly kinds: string;
  readonly status: 'on' | 'off';
  readonly reason: 'customer' | 'gone' | 'failing' | null;
  readonly created_ms: string;
  readonly since_ms: string;
  readonly waiting: number;
  readonly failing: number;
  readonly delivered_ms: string | null;
};

export async function webhooksOf(db: Db, customer: bigint): Promise<ListedWebhook[]> {
  const found = await db.query<ListedWebhook>(
    `select w.id, w.url, w.kinds, w.status, w.reason, w.created_ms, w.since_ms, d.waiting, d.failing,
        (select max(g.ended_ms) from webhook_delivery g where g.book = w.book and g.webhook = w.id and g.status = 'delivered') as delivered_ms
      from webhook w cross join lateral (select count(*)::int as waiting, count(*) filter (where d.tries > 0)::int as failing
        from webhook_delivery d where d.book = w.book and d.webhook = w.id and d.status = 'waiting') d
      where w.book = $1 and w.status <> 'deleted' order by w.id desc limit $2`,
    [customer, limits.webhooksMax],
  );
  return found.rows;
}

export type SealedWebhook = {
  readonly status: 'on' | 'off';
  readonly version: number;
  readonly code: string;
  readonly sealed: Buffer;
};

export async function webhookOf(db: Db, { book, id }: Place): Promise<SealedWebhook | undefined> {
  const found = await db.query<SealedWebhook>(
    `select w.status, w.version, w.code, w.sealed from webhook w where w.book = $1 and w.id = $2 and w.status <> 'deleted'`,
    [book, id],
  );
  return found.rows[0];
}

export type ListedDelivery = {
  readonly id: string;
  readonly event: string;
  readonly kind: string;
  readonly created_ms: string;
  readonly status: 'waiting' | 'delivered' | 'failed' | 'gone' | 'stopped';
  readonly next_try_ms: string;
  readonly attempts: readonly Attempt[];
};

/** Returns one delivery more than the limit if the list continues. */
export async function deliveriesOf(
  db: Db,
  { book, id, below, limit }: Place & { readonly below: bigint | undefined; readonly limit: number },
): Promise<ListedDelivery[]> {
  const found = await db.query<ListedDelivery>(
    `select d.id, d.event, d.kind, d.created_ms, d.status, d.next_try_ms, d.attempts from webhook_delivery d
      where d.book = $1 and d.webhook = $2 and d.id < coalesce($3::bigint, 9000000000000000000) order by d.id desc limit $4`,
    [book, id, below ?? null, limit + 1],
  );
  return found.rows;
}

export type TestEvent = Place & { readonly event: string; readonly payload: string; readonly nowMs: number };

/**
 * Adds a test delivery and returns its id. Returns undefined while an earlier test is pending, so that nobody fills the outbox
 * with tests.
 */
export async function addTest(
  db: Db,
  { book, id, event, payload, nowMs }: TestEvent,
): Promise<string | undefined> {
  const found = await db.query<{ id: string }>(
    `insert into webhook_delivery (book, webhook, event, kind, payload, created_ms, status, next_try_ms)
      select $1::bigint, $2::bigint, $3::text, 'test', $4::text, $5::bigint, 'waiting', $5::bigint
        where not exists (select from webhook_delivery d where d.book = $1 and d.webhook = $2 and d.kind = 'test' and d.status = 'waiting')
      returning id`,
    [book, id, event, payload, nowMs],
  );
  return found.rows[0]?.id;
}

/**
 * Makes a delivery that has ended due again, with a new round of attempts. Returns its previous status, or undefined if there is
 * no such delivery.
 */
export async function deliverAgain(
  db: Db,
  { book, id, delivery, nowMs }: Place & { readonly delivery: bigint; readonly nowMs: number },
): Promise<ListedDelivery['status'] | undefined> {
  const found = await db.query<{ status: ListedDelivery['status'] }>(
    `with was as (select d.status from webhook_delivery d where d.book = $1 and d.webhook = $2 and d.id = $3 for update),
      again as (update webhook_delivery d set status = 'waiting', tries = 0, ended_ms = null, next_try_ms = $4
        where d.book = $1 and d.webhook = $2 and d.id = $3 and d.status <> 'waiting')
      select was.status from was`,
    [book, id, delivery, nowMs],
  );
  return found.rows[0]?.status;
}
