/** Reads API keys for authentication, and records their uses. */
import type { KeyScope, keyKinds } from '@candor/protocol/api-keys/schemas.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import type { CustomerStatus } from '../sessions/session-store.ts';
import { wordsOf } from './tables.ts';

export type KnownKey = {
  readonly id: bigint;
  readonly customer: bigint;
  readonly code: string;
  readonly kind: (typeof keyKinds)[number];
  readonly publicKey: Buffer | null;
  readonly sealed: Buffer;
  readonly scopes: ReadonlySet<KeyScope>;
  readonly networks: readonly string[];
  readonly expiresMs: number;
  readonly isRevoked: boolean;
  readonly status: CustomerStatus;
};

type Raw = {
  book: string;
  id: string;
  code: string;
  kind: KnownKey['kind'];
  public_key: Buffer | null;
  sealed: Buffer;
  scopes: string;
  networks: string;
  expires_ms: string;
  revoked_ms: string | null;
  status: CustomerStatus;
};

export async function findKey(db: Pool, code: string): Promise<KnownKey | undefined> {
  const found = await db.query<Raw>({
    name: 'api_key_find',
    text: `select k.book, k.id, k.code, k.kind, k.public_key, k.sealed, k.scopes, k.networks, k.expires_ms, k.revoked_ms, c.status
      from api_key k join customer c on c.id = k.book where k.code = $1 and k.sealed is not null`,
    values: [code],
  });
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return {
    ...{ id: BigInt(raw.id), customer: BigInt(raw.book), code, kind: raw.kind, sealed: raw.sealed },
    publicKey: raw.public_key,
    scopes: new Set(wordsOf(raw.scopes) as KeyScope[]),
    networks: wordsOf(raw.networks),
    expiresMs: Number(raw.expires_ms),
    isRevoked: raw.revoked_ms !== null,
    status: raw.status,
  };
}

export async function noteUse(
  db: Pool,
  { customer, key, nowMs, address }: { customer: bigint; key: bigint; nowMs: number; address: string },
): Promise<void> {
  await db.query(
    `insert into api_key_use as u (book, key_id, used_ms, address) values ($1, $2, $3, $4)
      on conflict (book, key_id) do update set used_ms = excluded.used_ms, address = excluded.address where u.used_ms < excluded.used_ms`,
    [customer, key, nowMs, address.slice(0, 64)],
  );
}

/** Revokes all keys of a customer, as when all sessions are closed. */
export async function revokeAllKeys(db: Pool | Connection, customer: bigint): Promise<void> {
  await db.query('select revoke_api_keys($1)', [customer]);
}
