/**
 * The keys with which customers' devices sign their orders. A signature grants nothing: the session does. It is evidence of what
 * the customer wanted, which the platform cannot make itself.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';

export type DeviceKey = { readonly number: number; readonly publicKey: Buffer; readonly atMs: number };

const KNOWN_MAX = LIMITS.deviceKeys.knownMax;

export class DeviceKeys {
  readonly #pool: Pool;
  /** Keys that were found registered, which they stay. The one used longest ago is dropped first. */
  readonly #known = new Map<string, KeyObject>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether one of the customer's registered keys (32 bytes) signed the text. */
  async hasSigned(
    customer: bigint,
    { publicKey, text, signature }: { publicKey: Buffer; text: string; signature: Buffer },
  ): Promise<boolean> {
    const key = await this.#keyOf(customer, publicKey);
    return key !== undefined && isSignedBy(key, text, signature);
  }

  async #keyOf(customer: bigint, publicKey: Buffer): Promise<KeyObject | undefined> {
    const name = `${customer} ${publicKey.toString('hex')}`;
    const known = this.#known.get(name);
    const key = known ?? ((await this.#isRegistered(customer, publicKey)) ? keyObject(publicKey) : undefined);
    if (key === undefined) return undefined;
    this.#known.delete(name);
    this.#known.set(name, key);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
    return key;
  }

  async #isRegistered(customer: bigint, publicKey: Buffer): Promise<boolean> {
    const { rows } = await this.#pool.query('select from device_key where public_key = $1 and book = $2', [
      publicKey,
      customer,
    ]);
    return rows.length > 0;
  }

  /**
   * Registers a key whose owner signed the text with it. Returns its number, also for a key registered before; undefined if the
   * signature is invalid, the key belongs to somebody else, or the customer has too many.
   */
  async register(
    customer: bigint,
    key: { publicKey: Buffer; text: string; signature: Buffer; atMs: number },
  ): Promise<number | undefined> {
    const object = keyObject(key.publicKey);
    if (object === undefined || !(await isSignedBy(object, key.text, key.signature))) return undefined;
    const { rows } = await this.#pool.query<{ number: number }>(
      `with added as (
          insert into device_key (book, number, public_key, at_ms)
          select $1::bigint, 1 + count(*), $2::bytea, $3::bigint from device_key where book = $1 having count(*) < $4
          on conflict do nothing returning number)
        select number from added
        union all select number from device_key where book = $1 and public_key = $2`,
      [customer, key.publicKey, key.atMs, LIMITS.deviceKeys.perCustomerMax],
    );
    return rows[0]?.number;
  }

  /** The customer's keys, oldest first. */
  async of(customer: bigint): Promise<readonly DeviceKey[]> {
    const { rows } = await this.#pool.query<{ number: number; public_key: Buffer; at_ms: string }>(
      'select number, public_key, at_ms from device_key where book = $1 order by number',
      [customer],
    );
    return rows.map((row) => ({ number: row.number, publicKey: row.public_key, atMs: Number(row.at_ms) }));
  }
}

/** In another thread: verifying takes longer than everything else that this process does for an order. */
function isSignedBy(key: KeyObject, text: string, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(null, Buffer.from(text), key, signature, (error, valid) => {
      if (error === null) resolve(valid);
      else reject(error);
    });
  });
}

/** Undefined if the bytes are no key. */
function keyObject(publicKey: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
