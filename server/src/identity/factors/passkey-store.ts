/** Stores passkeys: their public keys and signature counters. */
import type { Connection, Pool } from '../../db/pool.ts';

export type StoredPasskey = {
  readonly customer: bigint;
  readonly id: bigint;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdMs: number;
  readonly usedMs: number | null;
};

type Raw = {
  customer: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string;
  name: string;
  created_ms: string;
  used_ms: string | null;
};

const COLUMNS =
  'p.customer, p.id, p.credential_id, p.public_key, p.counter, p.transports, p.name, p.created_ms, p.used_ms';

function read(raw: Raw): StoredPasskey {
  return {
    customer: BigInt(raw.customer),
    id: BigInt(raw.id),
    credentialId: raw.credential_id,
    publicKey: raw.public_key,
    counter: Number(raw.counter),
    transports: raw.transports === '' ? [] : raw.transports.split(' '),
    name: raw.name,
    createdMs: Number(raw.created_ms),
    usedMs: raw.used_ms === null ? null : Number(raw.used_ms),
  };
}

export async function passkeysOf(db: Pool | Connection, customer: bigint): Promise<StoredPasskey[]> {
  const found = await db.query<Raw>(`select ${COLUMNS} from passkey p where p.customer = $1 order by p.id`, [
    customer,
  ]);
  return found.rows.map(read);
}

export async function findPasskey(db: Pool, credentialId: string): Promise<StoredPasskey | undefined> {
  const found = await db.query<Raw>(`select ${COLUMNS} from passkey p where p.credential_id = $1`, [
    credentialId,
  ]);
  return found.rows.map(read)[0];
}

/**
 * Stores a passkey. Locks the customer's row, so that concurrent requests can't exceed the maximum per customer. `known` means
 * that the passkey is already registered.
 */
export async function insertPasskey(
  db: Connection,
  passkey: Omit<StoredPasskey, 'id' | 'usedMs'> & { readonly most: number },
): Promise<'inserted' | 'too_many' | 'known'> {
  await db.query('select from customer c where c.id = $1 for no key update', [passkey.customer]);
  const inserted = await db.query(
    `insert into passkey (customer, credential_id, public_key, counter, transports, name, created_ms)
      select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from passkey p where p.customer = $1) < $8
      on conflict (credential_id) do nothing`,
    [
      passkey.customer,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports.join(' '),
      passkey.name,
      passkey.createdMs,
      passkey.most,
    ],
  );
  if (inserted.rowCount === 1) return 'inserted';
  return (await passkeysOf(db, passkey.customer)).length >= passkey.most ? 'too_many' : 'known';
}

/**
 * Records a use. Returns false if the counter didn't increase, which means that a clone of the passkey has signed in the meantime
 * or that the response was replayed. An authenticator without a counter always reports zero.
 */
export async function notePasskeyUse(
  db: Pool,
  use: { readonly customer: bigint; readonly id: bigint; readonly counter: number; readonly nowMs: number },
): Promise<boolean> {
  const noted = await db.query(
    `update passkey set counter = $3, used_ms = $4
      where customer = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0))`,
    [use.customer, use.id, use.counter, use.nowMs],
  );
  return noted.rowCount === 1;
}

export async function deletePasskey(
  db: Connection,
  at: { readonly customer: bigint; readonly id: bigint },
): Promise<boolean> {
  const gone = await db.query('delete from passkey where customer = $1 and id = $2', [at.customer, at.id]);
  return gone.rowCount === 1;
}
