/** The log entries that concern one customer, with the data that opens them. Only that customer receives them. */
import type { Pool } from '../../db/pool.ts';

export type OwnEntry = {
  readonly index: number;
  readonly kind: string;
  readonly entry: string;
  readonly salt: Buffer;
  readonly opening: string;
};

/** Returns entries from an index on, in order. */
export async function readOwnEntries(
  pool: Pick<Pool, 'query'>,
  asked: { readonly customer: bigint; readonly fromIndex: string; readonly limit: number },
): Promise<readonly OwnEntry[]> {
  const { rows } = await pool.query<Omit<OwnEntry, 'index'> & { index: string }>({
    name: 'tlog_own_entries',
    text: `select index, kind, entry, salt, opening from tlog_entry
      where book = $1 and index >= $2 order by index limit $3`,
    values: [asked.customer, asked.fromIndex, asked.limit],
  });
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}
