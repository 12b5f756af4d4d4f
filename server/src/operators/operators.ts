/** Who may act for the house: accounts with a role, made known by a password. */
import type { Pool } from '../db/pool.ts';
import type { Passwords } from '../identity/password.ts';

export type OperatorRole = 'support' | 'reviewer' | 'treasurer' | 'admin';

/** Somebody who has shown who they are. */
export type Operator = { readonly account: string; readonly role: OperatorRole };

/** An account that nobody has takes as long as a wrong password, and both are undefined. */
export async function signIn(
  pool: Pool,
  passwords: Pick<Passwords, 'verify'>,
  given: { readonly account: string; readonly password: string },
): Promise<Operator | undefined> {
  const found = await pool.query<{ account: string; role: OperatorRole; password_hash: string }>(
    'select o.account, o.role, o.password_hash from operator o where o.account = $1',
    [given.account.trim().toLowerCase()],
  );
  const row = found.rows[0];
  const right = await passwords.verify(row?.password_hash, given.password);
  return row !== undefined && right === true ? { account: row.account, role: row.role } : undefined;
}
