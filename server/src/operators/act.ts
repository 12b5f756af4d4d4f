/**
 * Executes operators' actions that move no money. It checks the role, locks the customer's book (or the platform's, if no
 * customer is concerned), and reads the rows. The rule then returns an action or a refusal. An operator with a conflict of
 * interest is refused. The audit record and the action's effect are written in one transaction. The features supply the commands.
 */
import { hash } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { doneBefore, noteDone } from '../commands/once.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { appendRecord } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Operator } from './operators.ts';

/** The audit record of a decision, and the rows to write. The database accepts the rows only after the record. */
export type Act<Answer> = {
  readonly answer: Answer;
  readonly entry: AuditEntry;
  readonly apply: (connection: Connection) => Promise<void>;
};

export type OperatorCommand<Input, Answer, Code extends RefusalCode = RefusalCode> = {
  readonly roles: readonly OperatorRole[];
  /** Reads and decides, but writes nothing. */
  readonly decide: (
    connection: Connection,
    input: Input,
    nowMs: number,
  ) => Promise<Outcome<Act<Answer>, Code>>;
};

export type ActDeps = {
  readonly pool: Pool;
  readonly operator: Operator;
  readonly now: () => number;
  /** Records that the operator's role forbids the action, for callers that haven't recorded it yet. */
  readonly denied?: (operator: Operator) => Promise<void>;
  /** Signs the action if the console didn't: on the command line, with a key created at login. */
  readonly sign?: Signing;
};

export type Signing = (
  connection: Connection,
  of: { readonly operator: Operator; readonly act: SignedAct; readonly input: unknown },
) => Promise<Operator>;

type ActOutcome<Answer, Code extends RefusalCode> = Outcome<
  Answer,
  Code | 'unauthorized' | 'conflict_of_interest'
>;

/** Executes an action. Either its effect and exactly one audit record are written, or it is refused and nothing is. */
export async function act<Input, Answer, Code extends RefusalCode>(
  { pool, operator, now, denied, sign }: ActDeps,
  command: OperatorCommand<Input, Answer, Code>,
  input: Input,
): Promise<ActOutcome<Answer, Code>> {
  const nowMs = now();
  if (!command.roles.includes(operator.role)) await denied?.(operator);
  return inTransaction(pool, (connection) => actIn(connection, { command, input, operator, nowMs, sign }));
}

/** An action as it was sent. Its customer is 0 for the platform. */
export type SentAct = {
  readonly call: string;
  readonly book: bigint;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
};

/**
 * Like `act`, for actions without an answer. If an action with an idempotency key is sent repeatedly, it is executed once, and
 * later requests get the first one's answer.
 */
export async function actOnce<Input, Answer, Code extends RefusalCode>(
  { pool, operator, now, denied, sent }: ActDeps & { readonly sent: SentAct },
  command: OperatorCommand<Input, Answer, Code>,
  input: Input,
): Promise<ActOutcome<Record<string, never>, Code | 'key_reused'>> {
  const nowMs = now();
  const { call, book, body, idempotencyKey } = sent;
  if (!command.roles.includes(operator.role)) await denied?.(operator);
  return inTransaction(pool, async (connection) => {
    const request = {
      book,
      key: `act:${operator.account}:${call}:${idempotencyKey ?? ''}`,
      bodyHash: hash('sha256', JSON.stringify(body), 'base64url'),
    };
    if (idempotencyKey !== undefined) {
      await connection.query('select from book where id = $1 for no key update', [book]);
      const before = await doneBefore(connection, request);
      if (before === 'same') return ok({});
      if (before === 'other') return refuse('key_reused', { field: 'Idempotency-Key' });
    }
    const done = await actIn(connection, { command, input, operator, nowMs });
    if (!done.ok) return done;
    if (idempotencyKey !== undefined) await noteDone(connection, request);
    return ok({});
  });
}

type Acting<Input, Answer, Code extends RefusalCode> = {
  readonly command: OperatorCommand<Input, Answer, Code>;
  readonly input: Input;
  readonly operator: Operator;
  readonly nowMs: number;
  readonly sign?: Signing | undefined;
};

async function actIn<Input, Answer, Code extends RefusalCode>(
  connection: Connection,
  { command, input, operator, nowMs, sign }: Acting<Input, Answer, Code>,
): Promise<ActOutcome<Answer, Code>> {
  if (!command.roles.includes(operator.role)) return refuse('unauthorized');
  const decided = await command.decide(connection, input, nowMs);
  if (!decided.ok) return decided;
  const { answer, entry, apply } = decided.value;
  if (await isTied(connection, operator, entry.subject)) return refuse('conflict_of_interest');
  const by = (await sign?.(connection, { operator, act: entry, input })) ?? operator;
  await appendRecord(connection, entry, { operator: by, nowMs });
  await apply(connection);
  return ok(answer);
}

/** Whether the operator is the customer concerned, or has a conflict of interest with them. */
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
 * Locks a customer's book in the same way as the customer's own commands do, so that rows read from now on don't change before
 * the decision is written. Returns false if the customer doesn't exist.
 */
export async function lockBook(connection: Connection, customer: bigint): Promise<boolean> {
  const found = await connection.query('select from book where id = $1 for no key update', [customer]);
  return found.rowCount === 1 && customer !== 0n;
}

/** Locks the platform's book, so that actions that concern no customer are decided one after another. */
export async function lockHouse(connection: Connection): Promise<void> {
  await connection.query('select from book where id = 0 for no key update');
}

/** Drops the refusal for a conflict of interest from the type, for actions that concern no customer. */
export function ofHouse<Value, Code extends string>(
  outcome: Outcome<Value, Code>,
): Outcome<Value, Exclude<Code, 'conflict_of_interest'>> {
  if (outcome.ok) return outcome;
  const { refusal } = outcome;
  if (refusal.code === 'conflict_of_interest')
    throw new Error('expected an action without a customer, found a conflict of interest');
  return { ok: false, refusal: refusal as Refusal<Exclude<Code, 'conflict_of_interest'>> };
}
