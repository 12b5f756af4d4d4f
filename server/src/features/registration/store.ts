/** All SQL of registration. */
import type { Connection, Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';

/** Whose invite code this is: 0 for the house, undefined when it is nobody's or its owner is not in good standing. */
export async function inviterOf(db: Pool, code: string): Promise<bigint | undefined> {
  const found = await db.query<{ owner: string }>(
    `select i.owner from invite_code i left join customer c on c.id = i.owner
      where i.code = $1 and (i.owner = 0 or c.status = 'active')`,
    [code.trim().toUpperCase()],
  );
  const owner = found.rows[0]?.owner;
  return owner === undefined ? undefined : BigInt(owner);
}

export async function accountTaken(db: Pool, account: string): Promise<boolean> {
  const found = await db.query('select 1 from customer where account_key = $1', [foldName(account)]);
  return found.rows.length > 0;
}

/** The customer who has this e-mail address, if any. */
export async function emailOwner(db: Pool, email: string): Promise<{ email: string } | undefined> {
  const found = await db.query<{ email: string }>('select email from customer where email_key = $1', [
    foldName(email),
  ]);
  return found.rows[0];
}

export type NewCustomer = {
  readonly id: bigint;
  readonly account: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly birthDate: string;
  readonly invitedBy: bigint;
  readonly language: string;
  readonly leverEnabled: boolean;
  readonly nowMs: number;
};

/** Answers which name is somebody else's already; the unique keys decide, however many try at once. */
export async function insertCustomer(
  db: Connection,
  customer: NewCustomer,
): Promise<'inserted' | 'account_taken' | 'email_taken'> {
  const inserted = await db.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by,
        language, lever_enabled, registered_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      customer.id,
      customer.account,
      foldName(customer.account),
      customer.email,
      foldName(customer.email),
      customer.passwordHash,
      customer.birthDate,
      customer.invitedBy,
      customer.language,
      customer.leverEnabled,
      customer.nowMs,
    ],
  );
  if (inserted.rowCount === 1) return 'inserted';
  const account = await db.query('select 1 from customer where account_key = $1', [
    foldName(customer.account),
  ]);
  return account.rows.length > 0 ? 'account_taken' : 'email_taken';
}

/** False when that code is somebody's already. */
export async function insertInviteCode(
  db: Connection,
  invite: { code: string; owner: bigint },
): Promise<boolean> {
  const inserted = await db.query(
    'insert into invite_code (code, owner) values ($1, $2) on conflict (code) do nothing',
    [invite.code, invite.owner],
  );
  return inserted.rowCount === 1;
}
