/** All SQL of registration; the customer's own rows are written by `identity/accounts.ts`. */
import type { Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';

/** The customer who has this e-mail address, if any. */
export async function emailOwner(
  db: Pool,
  email: string,
): Promise<{ id: bigint; email: string } | undefined> {
  const found = await db.query<{ id: string; email: string }>(
    'select id, email from customer where email_key = $1',
    [foldName(email)],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : { id: BigInt(raw.id), email: raw.email };
}
