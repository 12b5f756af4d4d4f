/** Creates a customer in one transaction: the book, the names and an invite code. */
import { randomBytes } from 'node:crypto';
import type { Connection, Pool } from '../db/pool.ts';
import { foldName } from './names.ts';

/** The ledger's functions for new customers, which are passed in at startup. */
export type Opening = {
  /** Opens a book and returns its id, which becomes the customer's id. */
  openBook(connection: Connection): Promise<bigint>;
  /**
   * Runs once the customer exists. It grants play money in a demo, and nothing in live mode. It is a separate command with an
   * idempotency key, so the next start of a demo can make up for a grant that a crash prevented.
   */
  grant(customer: bigint): Promise<void>;
};

/** A customer has a password or a wallet: the database rejects a customer with neither. */
export type NewCustomer = {
  readonly id: bigint;
  readonly account: string;
  readonly email?: string;
  readonly passwordHash?: string;
  readonly birthDate?: string;
  /** In lower case. */
  readonly walletAddress?: string;
  readonly invitedBy: bigint;
  readonly language: string;
  readonly leverEnabled: boolean;
  readonly nowMs: number;
};

export type Taken = 'account_taken' | 'email_taken' | 'wallet_taken';

/** Thrown inside the transaction in order to roll it back. */
export class NameTaken extends Error {
  readonly which: Taken;
  constructor(which: Taken) {
    super(which);
    this.which = which;
  }
}

/** Creates the customer. Throws `NameTaken` if a name is taken. */
export async function openAccount(
  connection: Connection,
  opening: Pick<Opening, 'openBook'>,
  customer: Omit<NewCustomer, 'id'>,
): Promise<bigint> {
  const id = await opening.openBook(connection);
  const taken = await insertCustomer(connection, { ...customer, id });
  if (taken !== undefined) throw new NameTaken(taken);
  while (!(await insertInviteCode(connection, { code: newInviteCode(), owner: id }))) continue;
  return id;
}

/**
 * Returns the owner of an invite code: 0 for Candor's own code, undefined if the code has no owner or its owner isn't in good
 * standing.
 */
export async function inviterOf(db: Pool | Connection, code: string): Promise<bigint | undefined> {
  const found = await db.query<{ owner: string }>(
    `select i.owner from invite_code i left join customer c on c.id = i.owner
      where i.code = $1 and (i.owner = 0 or c.status = 'active')`,
    [code.trim().toUpperCase()],
  );
  const owner = found.rows[0]?.owner;
  return owner === undefined ? undefined : BigInt(owner);
}

/** Whether an account name is taken. One that looks similar counts as taken. */
export async function accountTaken(db: Pool | Connection, account: string): Promise<boolean> {
  const found = await db.query(
    'select 1 from customer where name_skeleton(account_key) = name_skeleton($1)',
    [foldName(account)],
  );
  return found.rows.length > 0;
}

/** Returns the name that is already taken, if any. Between concurrent registrations, the unique keys decide. */
async function insertCustomer(db: Connection, customer: NewCustomer): Promise<Taken | undefined> {
  const { account, email, walletAddress } = customer;
  const inserted = await db.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, wallet_address,
        invited_by, language, lever_enabled, registered_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    [
      customer.id,
      account,
      foldName(account),
      email ?? null,
      email === undefined ? null : foldName(email),
      customer.passwordHash ?? null,
      customer.birthDate ?? null,
      walletAddress ?? null,
      customer.invitedBy,
      customer.language,
      customer.leverEnabled,
      customer.nowMs,
    ],
  );
  if (inserted.rowCount === 1) return undefined;
  if (await accountTaken(db, account)) return 'account_taken';
  const wallet = await db.query('select 1 from customer where wallet_address = $1', [walletAddress ?? null]);
  return wallet.rows.length > 0 ? 'wallet_taken' : 'email_taken';
}

/** Returns false if the code is already in use. */
async function insertInviteCode(db: Connection, invite: { code: string; owner: bigint }): Promise<boolean> {
  const inserted = await db.query(
    'insert into invite_code (code, owner) values ($1, $2) on conflict (code) do nothing',
    [invite.code, invite.owner],
  );
  return inserted.rowCount === 1;
}

/** No two of these thirty-two characters can be confused. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function newInviteCode(): string {
  return Array.from(randomBytes(8), (byte) => SIGNS[byte % SIGNS.length]).join('');
}
