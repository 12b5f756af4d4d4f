/** The demo's example customers, as stored in the database. */
import type { Pool } from '../db/pool.ts';

/** Any visitor of a demo may log in as this customer. */
export type Example = { readonly account: string; readonly email: string; readonly birthDate: string };

export async function examplesIn(
  pool: Pool,
  examples: readonly Example[],
): Promise<readonly (Example & { readonly id: bigint })[]> {
  const found = await pool.query<{ id: string; account: string }>(
    'select c.id, c.account from customer c where c.account = any($1)',
    [examples.map(({ account }) => account)],
  );
  return found.rows.flatMap(({ id, account }) => {
    const example = examples.find((one) => one.account === account);
    return example === undefined ? [] : [{ ...example, id: BigInt(id) }];
  });
}
