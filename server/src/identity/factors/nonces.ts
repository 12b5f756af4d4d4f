/**
 * What was handed out to be signed: 128 random bits, good once and for five minutes. Only its hash is kept. The first try
 * burns it, whatever comes of the try. The one exception is a signature that was right where a second factor is still
 * missing: then the nonce is held for the very same message, so that nobody has to sign twice for mistyping a code.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Connection, Pool } from '../../db/pool.ts';

export const NONCE_VALID_MS = 5 * 60_000;
/** How many of those that ran out one handing out clears away, so that the table stays as small as its traffic. */
const CLEARED_AT_ONCE = 20;

export type NonceUse = {
  readonly purpose: 'wallet' | 'passkey_sign_in' | 'passkey_add' | 'passkey_confirm' | 'operator_sign_in';
  /** 0n: a visitor. */
  readonly customer: bigint;
  readonly nowMs: number;
};

type Signed = NonceUse & {
  readonly value: string;
  /** All that was signed; what a held nonce is good for. */
  readonly message: string;
};

/** A fresh one as hexadecimal digits. */
export async function handOutNonce(db: Pool | Connection, use: NonceUse): Promise<string> {
  const value = randomBytes(16).toString('hex');
  await db.query(
    `with cleared as (delete from nonce where value_hash in
        (select value_hash from nonce where expires_ms < $4 order by expires_ms limit $6 for update skip locked))
      insert into nonce (value_hash, purpose, customer, expires_ms) values ($1, $2, $3, $5)`,
    [sha256(value), use.purpose, use.customer, use.nowMs, use.nowMs + NONCE_VALID_MS, CLEARED_AT_ONCE],
  );
  return value;
}

/** Uses it up. False: it was never handed out for this, it ran out, or somebody was first. */
export async function burnNonce(db: Pool | Connection, at: Signed): Promise<boolean> {
  const burnt = await db.query(
    `update nonce set state = 'used', held_hash = null
      where value_hash = $1 and purpose = $2 and customer = $3 and expires_ms > $4
        and (state = 'fresh' or (state = 'held' and held_hash = $5))`,
    [sha256(at.value), at.purpose, at.customer, at.nowMs, sha256(at.message)],
  );
  return burnt.rowCount === 1;
}

/** Lets the same message come once more, with the factor that it lacked. */
export async function holdNonce(
  db: Pool | Connection,
  at: { value: string; message: string },
): Promise<void> {
  await db.query(`update nonce set state = 'held', held_hash = $2 where value_hash = $1 and state = 'used'`, [
    sha256(at.value),
    sha256(at.message),
  ]);
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
