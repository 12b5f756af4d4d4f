/**
 * The keys with which operators sign. A passkey is valid once another admin has confirmed it. In a demo, the browser creates a
 * key at login, and the server vouches for it with a key that is outside the database. Such a key is valid for the maximum
 * lifetime of a session.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { vouchedText } from '@candor/protocol/console/approval.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { appendRecord } from './audit.ts';
import type { SigningKey } from './assertion.ts';
import type { Operator } from './operators.ts';

/** 96 bits, so that nobody can create a second key with the same fingerprint. */
const FINGERPRINT_DIGITS = 24;

export type OperatorKey = SigningKey & { readonly id: string; readonly uses: number };

type KeyRow = {
  id: string;
  kind: 'passkey' | 'browser';
  public_key: Buffer;
  rp_id: string;
  origin: string;
  uses: string;
};

/** Returns the key with this id, or undefined if it isn't a valid key of this account now. */
export async function findKey(
  pool: Pick<Pool, 'query'>,
  { id, account, nowMs }: { readonly id: string; readonly account: string; readonly nowMs: number },
): Promise<OperatorKey | undefined> {
  const found = await pool.query<KeyRow>(
    `select k.id, k.kind, k.public_key, k.rp_id, k.origin, k.uses from operator_key k
      where k.id = $1 and k.account = $2 and k.confirmed_ms is not null and k.revoked_ms is null
        and (k.valid_until_ms is null or k.valid_until_ms > $3)`,
    [id, account, nowMs],
  );
  const row = found.rows[0];
  return row === undefined ? undefined : keyOf(row);
}

function keyOf({ id, kind, public_key: publicKey, rp_id: rpId, origin, uses }: KeyRow): OperatorKey {
  return { id, kind, publicKey, rpId, origin, uses: Number(uses) };
}

/** Returns the account's passkeys that are valid now at this address, for a request to the browser. */
export async function passkeysAt(
  pool: Pick<Pool, 'query'>,
  { account, rpId, origin }: SignsAt & { readonly account: string },
): Promise<{ id: string; transports: string[] }[]> {
  const found = await pool.query<{ id: string; transports: string[] }>(
    `select k.id, k.transports from operator_key k where k.account = $1 and k.kind = 'passkey' and k.rp_id = $2 and k.origin = $3
      and k.confirmed_ms is not null and k.revoked_ms is null order by k.enrolled_ms, k.id`,
    [account, rpId, origin],
  );
  return found.rows;
}

/** Returns a passkey that is valid now at this address, with its owner, or undefined if the owner may not log in. */
export async function findPasskeyAt(
  pool: Pick<Pool, 'query'>,
  { id, rpId, origin }: SignsAt & { readonly id: string },
): Promise<(OperatorKey & { readonly owner: Operator }) | undefined> {
  const found = await pool.query<KeyRow & Pick<Operator, 'account' | 'role' | 'person'>>(
    `select k.id, k.kind, k.public_key, k.rp_id, k.origin, k.uses, o.account, o.role, o.person
      from operator_key k join operator o on o.account = k.account
      where k.id = $1 and k.kind = 'passkey' and k.rp_id = $2 and k.origin = $3 and k.confirmed_ms is not null
        and k.revoked_ms is null and o.confirmed_ms is not null and o.disabled_ms is null`,
    [id, rpId, origin],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { account, role, person } = row;
  return { ...keyOf(row), owner: { account, role, person } };
}

export async function hadKey(pool: Pick<Pool, 'query'>, account: string): Promise<boolean> {
  const found = await pool.query(
    'select from operator_key k where k.account = $1 and k.confirmed_ms is not null limit 1',
    [account],
  );
  return found.rowCount !== 0;
}

/** Returns a key's fingerprint. The operator who created the key and the one who confirms it compare it. */
export function fingerprintOf(publicKey: Buffer): string {
  const hash = createHash('sha256').update(publicKey).digest('hex').slice(0, FINGERPRINT_DIGITS);
  return hash.replace(/(.{4})(?=.)/g, '$1 ');
}

export type SignsAt = { readonly rpId: string; readonly origin: string };

export type NewKey = SignsAt & {
  readonly id: string;
  readonly kind: 'passkey' | 'browser';
  readonly publicKey: Buffer;
  readonly label: string;
  readonly transports: readonly string[];
  readonly uses: number;
  readonly enrolledMs: number;
  readonly validUntilMs: number | undefined;
  readonly vouched: Buffer | undefined;
};

/** Vouches for browser keys. Only the database's owner can register its public key. */
export type Voucher = { sign(text: string): Uint8Array };

/** Adds a key and its audit record in the caller's transaction. */
export async function enrolKey(
  connection: Connection,
  key: NewKey,
  operator: Pick<Operator, 'account' | 'role'>,
  /** The time of the record. The key itself is dated by the wall clock, like the session of the browser that holds it. */
  nowMs: number = key.enrolledMs,
): Promise<void> {
  const { id, kind, publicKey, rpId, origin, label, transports, uses, enrolledMs } = key;
  const after = {
    ...{ key: id, kind, public_key: publicKey.toString('hex'), rp_id: rpId, origin, enrolled_ms: enrolledMs },
    ...(key.validUntilMs === undefined ? {} : { valid_until_ms: key.validUntilMs }),
    ...(key.vouched === undefined ? {} : { vouched: key.vouched.toString('hex') }),
  };
  const entry = { action: 'key.enrol', subject: `operator:${operator.account}`, before: {}, after };
  await appendRecord(connection, { ...entry, reason: undefined }, { operator, nowMs });
  await connection.query(
    `insert into operator_key (id, account, kind, public_key, rp_id, origin, label, transports, uses, enrolled_ms, valid_until_ms,
        vouched) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[id, operator.account, kind, publicKey, rpId, origin, label, transports, uses, enrolledMs],
      ...[key.validUntilMs ?? null, key.vouched ?? null],
    ],
  );
}

export type BrowserKey = {
  /** SubjectPublicKeyInfo of a P-256 key, in base64url. */
  readonly publicKey: string;
  readonly at: SignsAt;
  readonly house: string;
  readonly account: string;
  readonly nowMs: number;
};

/** Adds the voucher's signature to a browser's key. Returns undefined if the input isn't a valid key. */
export function vouchedKey(voucher: Voucher, made: BrowserKey): NewKey | undefined {
  const publicKey = p256Key(made.publicKey);
  if (publicKey === undefined) return undefined;
  const { account, house, at, nowMs: enrolledMs } = made;
  const id = createHash('sha256').update(publicKey).digest('base64url');
  const validUntilMs = enrolledMs + LIMITS.console.validMs;
  const said = {
    house,
    account,
    key: id,
    publicKey: publicKey.toString('hex'),
    ...at,
    enrolledMs,
    validUntilMs,
  };
  return {
    ...{ id, kind: 'browser', publicKey, ...at, label: 'This browser', transports: [], uses: 0 },
    ...{ enrolledMs, validUntilMs, vouched: Buffer.from(voucher.sign(vouchedText(said))) },
  };
}

function p256Key(text: string): Buffer | undefined {
  try {
    const spki = Buffer.from(text, 'base64url');
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 ? key.export({ format: 'der', type: 'spki' }) : undefined;
  } catch {
    return undefined;
  }
}
