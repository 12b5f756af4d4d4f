/**
 * How an operator acts where no money moves: the role is checked, the rows are read under the lock of the customer's book,
 * or the house's where no customer is concerned, the rule answers an act or a refusal, who is tied to the customer is
 * refused, and record and effect are one transaction. What is acted upon belongs to a feature, which brings its commands.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { appendRecord } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Operator, OperatorRole } from './operators.ts';

/** What an operator decided: its record, and the writes, which the database lets pass only after the record. */
export type Act<Answer> = {
  readonly answer: Answer;
  readonly entry: AuditEntry;
  readonly apply: (connection: Connection) => Promise<void>;
};

export type OperatorCommand<Input, Answer, Code extends RefusalCode = RefusalCode> = {
  readonly roles: readonly OperatorRole[];
  /** Reads and decides; writes nothing. */
  readonly decide: (
    connection: Connection,
    input: Input,
    nowMs: number,
  ) => Promise<Outcome<Act<Answer>, Code>>;
};

export type ActDeps = { readonly pool: Pool; readonly operator: Operator; readonly now: () => number };

type ActOutcome<Answer, Code extends RefusalCode> = Outcome<
  Answer,
  Code | 'unauthorized' | 'conflict_of_interest'
>;

/** Does it, with its one record, or refuses and leaves no trace. */
export async function act<Input, Answer, Code extends RefusalCode>(
  { pool, operator, now }: ActDeps,
  command: OperatorCommand<Input, Answer, Code>,
  input: Input,
): Promise<ActOutcome<Answer, Code>> {
  if (!command.roles.includes(operator.role)) return refuse('unauthorized');
  const nowMs = now();
  return inTransaction(pool, async (connection): Promise<ActOutcome<Answer, Code>> => {
    const decided = await command.decide(connection, input, nowMs);
    if (!decided.ok) return decided;
    const { answer, entry, apply } = decided.value;
    if (await isTied(connection, operator, entry.subject)) return refuse('conflict_of_interest');
    await appendRecord(connection, entry, { operator, nowMs });
    await apply(connection);
    return { ok: true, value: answer };
  });
}

/** Whether the person is the customer whom the act is about, or close to them. */
async function isTied(connection: Connection, operator: Operator, subject: string): Promise<boolean> {
  const customer = /^customer:(\d+)$/.exec(subject)?.[1];
  if (customer === undefined) return false;
  const found = await connection.query('select from operator_tie t where t.person = $1 and t.customer = $2', [
    operator.person,
    customer,
  ]);
  return found.rowCount !== 0;
}

/**
 * Locks a customer's book as every command of theirs does, so that what is read now is still so when it is written.
 * False when there is no such customer.
 */
export async function lockBook(connection: Connection, customer: bigint): Promise<boolean> {
  const found = await connection.query('select from book where id = $1 for no key update', [customer]);
  return found.rowCount === 1 && customer !== 0n;
}

/** Locks the house's book, so that of two acts which concern no customer the second decides on what the first left. */
export async function lockHouse(connection: Connection): Promise<void> {
  await connection.query('select from book where id = 0 for no key update');
}
