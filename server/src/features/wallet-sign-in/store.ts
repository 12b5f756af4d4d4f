/** Queries for login by wallet. */
import type { Pool } from '../../db/pool.ts';
import type { CustomerStatus } from '../../identity/sessions/session-store.ts';

export type WalletOwner = { readonly id: bigint; readonly status: CustomerStatus };

/** Returns the owner of a wallet. The address must be in lower case. */
export async function walletOwner(db: Pool, address: string): Promise<WalletOwner | undefined> {
  const found = await db.query<{ id: string; status: CustomerStatus }>(
    'select id, status from customer where wallet_address = $1',
    [address],
  );
  const row = found.rows[0];
  return row === undefined ? undefined : { id: BigInt(row.id), status: row.status };
}
