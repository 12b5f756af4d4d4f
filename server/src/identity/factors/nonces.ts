/**
 * Nonces to be signed: 128 random bits, valid once and for five minutes. Only their hashes are stored. The first attempt
 * invalidates a nonce whatever its result, with one exception. After a valid signature without the required second factor, the
 * nonce stays valid for exactly the same message, so that a mistyped code doesn't require a second signature.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Connection, Pool } from '../../db/pool.ts';

export const NONCE_VALID_MS = 5 * 60_000;
/** Each new nonce deletes this many expired ones, so that the size of the table stays proportional to its traffic. */
const CLEARED_AT_ONCE = 20;

export type NonceUse = {
  readonly purpose: 'wallet' | 'passkey_sign_in' | 'passkey_add' | 'passkey_confirm' | 'operator_sign_in';
  /** 0n for a visitor. */
  readonly customer: bigint;
  readonly nowMs: number;
};

type Signed = NonceUse & {
  readonly value: string;
  /** The complete message that was signed. A nonce that is held for a second attempt is valid only for this message. */
  readonly message: string;
};

/** Issues a nonce, in hexadecimal digits. */
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

/** Uses up a nonce. Returns false if it was never issued for this use, has expired or was already used. */
export async function burnNonce(db: Pool | Connection, at: Signed): Promise<boolean> {
  const burnt = await db.query(
    `update nonce set state = 'used', held_hash = null
      where value_hash = $1 and purpose = $2 and customer = $3 and expires_ms > $4
        and (state = 'fresh' or (state = 'held' and held_hash = $5))`,
    [sha256(at.value), at.purpose, at.customer, at.nowMs, sha256(at.message)],
  );
  return burnt.rowCount === 1;
}

/** Makes the nonce valid once more, for the same message together with the missing factor. */
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
