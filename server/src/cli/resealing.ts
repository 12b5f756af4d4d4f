/**
 * Reseals data that was sealed with the vault's previous key, using the current key, in small transactions. The first bytes of
 * each value name the key that sealed it, so the task can be interrupted and continued at any point.
 */
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Vault } from '../identity/secrets/vault.ts';

/** A sealed column: its table, the row's key as text, and the purpose for which the value was sealed, in SQL. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  readonly purpose: string;
};

/** Every sealed column. A test compares this list with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...{ table: 'authenticator', column: 'sealed_secret', key: 'customer::text' },
    purpose: "'authenticator ' || customer",
  },
  {
    ...{ table: 'operator', column: 'sealed_totp_secret', key: 'account' },
    purpose: "'operator authenticator ' || account",
  },
  { table: 'stored_file', column: 'sealed', key: 'id', purpose: "'file ' || id || ' ' || customer" },
  {
    ...{ table: 'kyc_application', column: 'sealed', key: "book || ' ' || id" },
    purpose: "'kyc ' || book || ' ' || front || ' ' || back || ' ' || submitted_ms",
  },
  {
    ...{ table: 'chat_picture', column: 'sealed', key: 'id' },
    purpose: "'chat picture ' || id || ' ' || conversation",
  },
  { table: 'bank_card', column: 'sealed', key: 'book::text', purpose: "'bank card ' || book" },
  { table: 'api_key', column: 'sealed', key: "book || ' ' || id", purpose: "'api key ' || code" },
  { table: 'webhook', column: 'sealed', key: "book || ' ' || id", purpose: "'webhook ' || code" },
  { table: 'push_key', column: 'sealed_private_key', key: 'id::text', purpose: "'push key'" },
];

/** Rows per transaction. An image may have several megabytes. */
const ROWS_AT_ONCE = 20;

type Row = { key: string; purpose: string; sealed: Buffer };

/** Returns how many rows were sealed again. Throws if a row can't be opened, and leaves that row unchanged. */
export async function resealAll(pool: Pool, vault: Vault): Promise<number> {
  let done = 0;
  for (const column of SEALED_COLUMNS) {
    let after = '';
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
      const keys = await resealSome(pool, vault, { column, after });
      done += keys.length;
      const last = keys.at(-1);
      if (last === undefined) break;
      after = last;
    }
  }
  return done;
}

async function resealSome(
  pool: Pool,
  vault: Vault,
  {
    column: { table, column, key, purpose },
    after,
  }: { readonly column: SealedColumn; readonly after: string },
): Promise<readonly string[]> {
  return inTransaction(pool, async (connection) => {
    const { rows } = await connection.query<Row>(
      `select ${key} as key, ${purpose} as purpose, ${column} as sealed from ${table}
        where (${key}) collate "C" > $1::text and substr(${column}, 1, $3) <> $2 order by (${key}) collate "C" limit $4 for update`,
      [after, vault.head, vault.head.length, ROWS_AT_ONCE],
    );
    if (rows.length === 0) return [];
    const sealed = rows.map((row) => vault.seal(vault.open(row.sealed, row.purpose), row.purpose));
    // Triggers are disabled, because the guards of some tables reject changed values, and a changed authenticator would hold
    // withdrawals. The content stays the same.
    await connection.query(`alter table ${table} disable trigger user`);
    await connection.query(
      `update ${table} set ${column} = u.sealed from unnest($1::text[], $2::bytea[]) as u (of_key, sealed)
        where ${key} = u.of_key`,
      [rows.map((row) => row.key), sealed],
    );
    await connection.query(`alter table ${table} enable trigger user`);
    return rows.map((row) => row.key);
  });
}

/** Returns how many rows are not sealed with the current key. */
export async function countOld(pool: Pick<Pool, 'query'>, vault: Vault): Promise<number> {
  const counts = SEALED_COLUMNS.map(
    ({ table, column }) => `(select count(*) from ${table} where substr(${column}, 1, $2) <> $1)`,
  );
  const { rows } = await pool.query<{ old: number }>(`select (${counts.join(' + ')})::int as old`, [
    vault.head,
    vault.head.length,
  ]);
  return rows[0]?.old ?? 0;
}
