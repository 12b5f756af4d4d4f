/**
 * The keys with which customers' devices sign their orders. A signature grants nothing; only the session does. It is evidence of
 * the customer's intent that the platform can't produce itself.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deviceKeyText } from '@candor/protocol/receipts/texts.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { LIMITS } from '../limits.ts';
import { tellCustomer } from './mail/notices.ts';
import { describeAgent } from './sessions/devices.ts';

export type DeviceKey = {
  readonly number: number;
  readonly publicKey: Buffer;
  readonly atMs: number;
  /** The browser that registered the key, as the browser names itself. */
  readonly agent: string;
};
type Owner = { readonly customer: bigint; readonly session: bigint };
type NewKey = { readonly publicKey: Buffer; readonly signature: Buffer; readonly atMs: number };
type OpenSession = { readonly token_hash: Buffer; readonly agent: string; readonly address: string };

const KNOWN_MAX = LIMITS.deviceKeys.knownMax;

export class DeviceKeys {
  readonly #pool: Pool;
  readonly #now: () => number;
  /** Keys known to be registered. A registration never changes. The least recently used key is dropped first. */
  readonly #known = new Map<string, KeyObject>();

  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Whether one of the customer's registered keys (32 bytes) signed the text, at about this time by the device's clock. */
  async hasSigned(
    customer: bigint,
    {
      publicKey,
      text,
      signature,
      deviceMs,
    }: { publicKey: Buffer; text: string; signature: Buffer; deviceMs: number },
  ): Promise<boolean> {
    if (Math.abs(deviceMs - this.#now()) > LIMITS.deviceKeys.clockWithinMs) return false;
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
   * Registers a key, which must have signed its customer and session. Returns the key's number, even if it was already
   * registered. Returns "wrong" if the signature is invalid, the key belongs to somebody else, or the customer has too many keys.
   * Returns "too_many" if this session has registered as many as it may within a day.
   */
  async register(owner: Owner, key: NewKey): Promise<number | 'wrong' | 'too_many'> {
    const object = keyObject(key.publicKey);
    if (object === undefined) return 'wrong';
    return inTransaction(this.#pool, async (connection) => {
      // If a customer has several tabs or devices, they register one after another, as the database requires for the numbers.
      await connection.query('select pg_advisory_xact_lock(7305164, hashtext($1::bigint::text))', [
        owner.customer,
      ]);
      const session = await lockedSession(connection, owner, key.atMs);
      if (session === undefined) return 'wrong';
      const text = deviceKeyText({
        ...{ customer: String(owner.customer), publicKey: key.publicKey.toString('hex') },
        session: session.token_hash.toString('hex'),
      });
      if (!(await isSignedBy(object, text, key.signature))) return 'wrong';
      const known = await numberOf(connection, owner, key);
      if (known !== undefined) return known;
      if (await hadEnough(connection, owner, key.atMs)) return 'too_many';
      const added = await insertKey(connection, owner, key);
      // The first key is created together with the account, or by the first app version that signs, so no notice is sent about
      // it.
      if (added !== undefined && added > 1) await tellOfKey(connection, owner, session, key.atMs);
      return added ?? 'wrong';
    });
  }

  /** Returns the customer's keys, oldest first. */
  async of(customer: bigint): Promise<readonly DeviceKey[]> {
    const { rows } = await this.#pool.query<{
      number: number;
      public_key: Buffer;
      at_ms: string;
      agent: string;
    }>(
      `select k.number, k.public_key, k.at_ms, s.agent
        from device_key k join session s on s.customer = k.book and s.id = k.session where k.book = $1 order by k.number`,
      [customer],
    );
    return rows.map(({ number, public_key: publicKey, at_ms: atMs, agent }) => {
      return { number, publicKey, atMs: Number(atMs), agent };
    });
  }
}

/** Returns the session if it is open, and locks it, so that it can't end before the key is registered. */
async function lockedSession(
  connection: Connection,
  { customer, session }: Owner,
  atMs: number,
): Promise<OpenSession | undefined> {
  const { rows } = await connection.query<OpenSession>(
    `select token_hash, agent, address from session
      where customer = $1 and id = $2 and revoked_ms is null and expires_ms >= $3 for share`,
    [customer, session, atMs],
  );
  return rows[0];
}

async function hadEnough(
  connection: Connection,
  { customer, session }: Owner,
  atMs: number,
): Promise<boolean> {
  const { rows } = await connection.query<{ enough: boolean }>(
    `select count(*) >= $3 as enough from device_key
      where book = $1 and session = $2 and at_ms > $4::bigint - 86400000`,
    [customer, session, LIMITS.deviceKeys.perSessionDayMax, atMs],
  );
  return rows[0]?.enough === true;
}

/** Returns the number of the new key, or undefined if somebody else has registered it or the customer has too many. */
async function insertKey(
  connection: Connection,
  { customer, session }: Owner,
  { publicKey, signature, atMs }: NewKey,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ number: number }>(
    `insert into device_key (book, number, public_key, at_ms, session, signature)
      select $1::bigint, 1 + count(*), $2::bytea, $3::bigint, $5::bigint, $6::bytea
      from device_key where book = $1 having count(*) < $4
      on conflict do nothing returning number`,
    [customer, publicKey, atMs, LIMITS.deviceKeys.perCustomerMax, session, signature],
  );
  return rows[0]?.number;
}

async function numberOf(
  connection: Connection,
  { customer }: Owner,
  { publicKey }: NewKey,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ number: number }>(
    'select number from device_key where book = $1 and public_key = $2',
    [customer, publicKey],
  );
  return rows[0]?.number;
}

async function tellOfKey(
  connection: Connection,
  { customer }: Owner,
  { agent, address }: OpenSession,
  nowMs: number,
): Promise<void> {
  const params = { device: deviceName(agent), address, time_at: String(Math.floor(nowMs / 1000)) };
  await tellCustomer(connection, { customer, kind: 'signing_key_added', params, nowMs });
}

function deviceName(agent: string): string {
  const { browser, system } = describeAgent(agent);
  return [browser, system].filter((part) => part !== '').join(', ') || '–';
}

/** Verifies in another thread, because it takes longer than everything else that this process does for an order. */
function isSignedBy(key: KeyObject, text: string, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(null, Buffer.from(text), key, signature, (error, valid) => {
      if (error === null) resolve(valid);
      else reject(error);
    });
  });
}

/** Returns undefined if the bytes are not a key. */
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
