/** The stated keys of each purpose: the first key, and each later one with the signatures that link it to the previous one. */
import type { Pool } from '../../db/pool.ts';
import type { SigningKey } from './signing-key.ts';

export type KeyPurpose = 'tape' | 'log' | 'vault';

export type StatedKey = {
  readonly purpose: KeyPurpose;
  /** Numbers start at 1 and have no gaps. */
  readonly number: number;
  readonly publicKey: Buffer;
  readonly sinceMs: number;
  readonly signedBefore: Buffer;
  readonly signed: Buffer;
};

type Row = {
  purpose: KeyPurpose;
  number: number;
  public_key: Buffer;
  since_ms: string;
  signed_before: Buffer;
  signed: Buffer;
};
type Connection = Pick<Pool, 'query'>;

/** Returns the text that both the previous and the new key sign. The first key counts as its own predecessor. */
export function keyChangeText(change: {
  readonly purpose: KeyPurpose;
  readonly number: number;
  readonly before: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly sinceMs: number;
}): string {
  const { purpose, number, before, publicKey, sinceMs } = change;
  return `candor-key-v1|${purpose}|${number}|${hex(before)}|${hex(publicKey)}|${sinceMs}`;
}

/** Returns the keys of one purpose, or of all, by ascending number. */
export async function statedKeys(db: Connection, purpose?: KeyPurpose): Promise<readonly StatedKey[]> {
  const { rows } = await db.query<Row>({
    name: 'stated_keys',
    text: `select purpose, number, public_key, since_ms, signed_before, signed from signing_key
      where $1::text is null or purpose = $1 order by purpose, number`,
    values: [purpose ?? null],
  });
  return rows.map((row) => ({
    ...{ purpose: row.purpose, number: row.number, publicKey: row.public_key },
    ...{ sinceMs: Number(row.since_ms), signedBefore: row.signed_before, signed: row.signed },
  }));
}

/** States the first key of a purpose, unless one has already been stated. */
export async function introduceKey(
  db: Connection,
  key: SigningKey,
  { purpose, nowMs }: { readonly purpose: KeyPurpose; readonly nowMs: number },
): Promise<void> {
  const { publicKey } = key;
  const text = keyChangeText({ purpose, number: 1, before: publicKey, publicKey, sinceMs: nowMs });
  await db.query('select introduce_key($1, $2, $3, $4)', [
    ...[purpose, Buffer.from(publicKey), nowMs],
    Buffer.from(key.sign(text)),
  ]);
}

/** States the key that follows the newest one. Both keys sign the statement. */
export async function stateNextKey(
  db: Connection,
  { before, next }: { readonly before: SigningKey; readonly next: SigningKey },
  { purpose, number, sinceMs }: Pick<StatedKey, 'purpose' | 'number' | 'sinceMs'>,
): Promise<void> {
  const { publicKey } = next;
  const text = keyChangeText({ purpose, number, before: before.publicKey, publicKey, sinceMs });
  await db.query(
    `insert into signing_key (purpose, number, public_key, since_ms, signed_before, signed)
      values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[purpose, number, Buffer.from(publicKey), sinceMs],
      ...[Buffer.from(before.sign(text)), Buffer.from(next.sign(text))],
    ],
  );
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
