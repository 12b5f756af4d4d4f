/** Queries for registration. `identity/accounts.ts` writes the customer's own rows. */
import type { Connection, Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';

export async function emailOwner(
  db: Pool,
  email: string,
): Promise<{ id: bigint; email: string } | undefined> {
  const found = await db.query<{ id: string; email: string }>(
    'select id, email from customer where email_key = $1',
    [foldName(email)],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : { id: BigInt(raw.id), email: raw.email };
}

type KeptRegistration = {
  readonly keyHash: Buffer;
  readonly fieldsHash: Buffer;
  readonly customer: bigint;
  readonly nowMs: number;
};

/** Stores the key of a registration and deletes expired keys. Returns false if the key is already stored. */
export async function keepRegistration(
  db: Connection,
  { keyHash, fieldsHash, customer, nowMs }: KeptRegistration,
  beforeMs: number,
): Promise<boolean> {
  await db.query('delete from registration_key where made_ms < $1', [beforeMs]);
  const kept = await db.query(
    `insert into registration_key (key_hash, fields_hash, customer, made_ms) values ($1, $2, $3, $4)
      on conflict (key_hash) do nothing`,
    [keyHash, fieldsHash, customer, nowMs],
  );
  return kept.rowCount === 1;
}

type FoundRegistration = {
  readonly fieldsHash: Buffer;
  readonly customer: bigint;
  readonly passwordHash: string | undefined;
};

/** Returns the registration stored with a key since the given time, and the account's current password hash. */
export async function findRegistration(
  db: Pool,
  keyHash: Buffer,
  sinceMs: number,
): Promise<FoundRegistration | undefined> {
  const found = await db.query<{ fields_hash: Buffer; customer: string; password_hash: string | null }>(
    `select k.fields_hash, k.customer, c.password_hash from registration_key k join customer c on c.id = k.customer
      where k.key_hash = $1 and k.made_ms >= $2`,
    [keyHash, sinceMs],
  );
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  const { fields_hash: fieldsHash, customer, password_hash: passwordHash } = raw;
  return { fieldsHash, customer: BigInt(customer), passwordHash: passwordHash ?? undefined };
}
