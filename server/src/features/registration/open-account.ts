/** Makes a customer in one transaction: book, names, and an invite code of their own. */
import { randomBytes } from 'node:crypto';
import type { Connection } from '../../db/pool.ts';
import { insertCustomer, insertInviteCode } from './store.ts';
import type { NewCustomer } from './store.ts';

/** What the ledger gives a new customer; main wires it. */
export type Opening = {
  /** Opens the book whose id is the customer's. */
  openBook(connection: Connection): Promise<bigint>;
  /**
   * Once the customer is there: play money in demo mode, nothing in live mode. It is a command of its own, under a key
   * that makes it happen once; a demo's start grants whoever a crash left without.
   */
  grant(customer: bigint): Promise<void>;
};

/** Refused inside the transaction, so that it rolls back whole. */
export class NameTaken extends Error {
  readonly which: 'account_taken' | 'email_taken';
  constructor(which: 'account_taken' | 'email_taken') {
    super(which);
    this.which = which;
  }
}

/** Answers the new customer's id, or throws `NameTaken`. */
export async function openAccount(
  connection: Connection,
  opening: Pick<Opening, 'openBook'>,
  customer: Omit<NewCustomer, 'id'>,
): Promise<bigint> {
  const id = await opening.openBook(connection);
  const result = await insertCustomer(connection, { ...customer, id });
  if (result !== 'inserted') throw new NameTaken(result);
  while (!(await insertInviteCode(connection, { code: newInviteCode(), owner: id }))) continue;
  return id;
}

/** Thirty-two signs that cannot be taken for one another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function newInviteCode(): string {
  return Array.from(randomBytes(8), (byte) => SIGNS[byte % SIGNS.length]).join('');
}
