/** Queries for API keys and pending orders, except those of the command executor. */
import { asText } from '../../db/as-text.ts';
import type { Pool } from '../../db/pool.ts';
import { waitingOrders } from '../../identity/api-keys/tables.ts';
import type { WaitingOrder } from '../../identity/api-keys/tables.ts';

export type ListedKey = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'hmac-sha256' | 'ed25519';
  readonly code: string;
  readonly scopes: string;
  readonly symbols: string;
  readonly order_max: string;
  readonly loss_max: string;
  readonly ask_above: string | null;
  readonly networks: string;
  readonly created_ms: string;
  readonly expires_ms: string;
  readonly revoked_ms: string | null;
  readonly used_ms: string | null;
  readonly address: string | null;
  readonly loss: string;
};

/** The maximum number of keys in a list. The data export contains all of them. */
const LISTED = 100;

/** Returns valid keys first, then the others, each group newest first. */
export async function keysOf(db: Pool, customer: bigint, limit: number = LISTED): Promise<ListedKey[]> {
  const found = await db.query<ListedKey>({
    text: `select k.id, k.name, k.kind, k.code, k.scopes, k.symbols, k.order_max, k.loss_max, k.ask_above, k.networks, k.created_ms,
        k.expires_ms, k.revoked_ms, u.used_ms, u.address, m.loss
      from api_key k join api_mandate m on m.book = k.book and m.id = k.id
      left join api_key_use u on u.book = k.book and u.key_id = k.id
      where k.book = $1 order by k.revoked_ms is not null, k.id desc limit $2`,
    values: [customer, limit],
    types: asText,
  });
  return found.rows;
}

export type Waits = WaitingOrder & { readonly keyName: string };

export async function waitingOf(db: Pool, customer: bigint, nowMs: number): Promise<Waits[]> {
  const found = await db.query<Record<string, string | null>>({
    text: `select w.*, k.name as key_name from api_waiting w join api_key k on k.book = w.book and k.id = w.key_id
      where w.book = $1 and w.status = 'waiting' and w.expires_ms > $2 order by w.expires_ms, w.id limit 50`,
    values: [customer, nowMs],
    types: asText,
  });
  return found.rows.map((raw) => ({ ...waitingOrders.read(raw), keyName: raw['key_name'] ?? '' }));
}

export async function waitingRequest(
  db: Pool,
  customer: bigint,
  id: bigint,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await db.query<{ request: Readonly<Record<string, unknown>> }>(
    'select w.request from api_waiting w where w.book = $1 and w.id = $2',
    [customer, id],
  );
  return found.rows[0]?.request;
}

/** Returns all orders of keys that needed the customer's confirmation, with their outcomes, newest first. */
export async function everWaiting(db: Pool, customer: bigint, limit: number): Promise<WaitingOrder[]> {
  const found = await db.query<Record<string, string | null>>({
    text: 'select w.* from api_waiting w where w.book = $1 order by w.id desc limit $2',
    values: [customer, limit],
    types: asText,
  });
  return found.rows.map(waitingOrders.read);
}

/** Returns each order that a key placed, with the key, newest first. */
export async function ordersByKeys(
  db: Pool,
  customer: bigint,
  limit: number,
): Promise<{ readonly order_id: string; readonly key_id: string }[]> {
  const found = await db.query<{ order_id: string; key_id: string }>({
    text: 'select o.order_id, o.key_id from api_order o where o.book = $1 order by o.order_id desc limit $2',
    values: [customer, limit],
    types: asText,
  });
  return found.rows;
}

/** Returns each amendment that a key made, with the order's new version, newest first. */
export async function amendmentsByKeys(
  db: Pool,
  customer: bigint,
  limit: number,
): Promise<{ readonly order_id: string; readonly version: number; readonly key_id: string }[]> {
  const found = await db.query<{ order_id: string; version: number; key_id: string }>({
    text: 'select a.order_id, a.version, a.key_id from api_amendment a where a.book = $1 order by a.order_id desc, a.version desc limit $2',
    values: [customer, limit],
  });
  return found.rows;
}
