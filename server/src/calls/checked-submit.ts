/**
 * Submits a command that needs a check which can't be repeated, such as a one-time code. A repeated request skips the check and
 * gets the first request's answer, for which it waits if necessary. Of twenty concurrent requests with one key and one code, one
 * executes the command and all get the same answer.
 */
import type { Refusal } from '@candor/domain/outcome.ts';
import type { Pool } from '../db/pool.ts';
import { repeated } from '../commands/deciding.ts';
import type { KeyRefusal, SubmissionOutcome } from '../commands/command.ts';
import { KeyedMutex } from '../flow/keyed-mutex.ts';
import { bodyHashOf, keyOf } from './submit.ts';
import type { CallSubmission, Submit } from './submit.ts';

type Violation<Code extends string> = { readonly ok: false; readonly refusal: Refusal<Code> };

/** `check` returns the reason to refuse the command, or undefined if it may be submitted. */
export type CheckedSubmit = <Input, Answer, Code extends string, CheckCode extends string>(
  call: CallSubmission<Input, Answer, Code>,
  check: () => Promise<Violation<CheckCode> | undefined>,
) => Promise<SubmissionOutcome<Answer, Code | CheckCode | KeyRefusal>>;

export function checkedSubmit({
  pool,
  submit,
}: {
  readonly pool: Pool;
  readonly submit: Submit;
}): CheckedSubmit {
  const turns = new KeyedMutex<string>();
  return async (call, check) => {
    const { customer, idempotencyKey } = call.context;
    if (idempotencyKey === undefined) return (await check()) ?? submit(call);
    const key = keyOf(call.command, idempotencyKey);
    const attempt = async () => {
      const stored = await storedAnswer(pool, { book: customer, key, bodyHash: bodyHashOf(call.body) });
      // The stored answer has this command's type, because the key begins with the command's name.
      if (stored !== undefined) return stored as SubmissionOutcome<never, never>;
      return (await check()) ?? submit(call);
    };
    return turns.in(`${customer} ${key}`, attempt);
  };
}

async function storedAnswer(
  pool: Pool,
  { book, key, bodyHash }: { readonly book: bigint; readonly key: string; readonly bodyHash: string },
): Promise<unknown> {
  const found = await pool.query<{ body_hash: string; answer: string }>(
    'select a.body_hash, a.answer from answer a where a.book = $1 and a.key = $2',
    [book, key],
  );
  const stored = found.rows[0];
  return stored === undefined
    ? undefined
    : repeated({ bodyHash: stored.body_hash, answer: stored.answer }, bodyHash);
}
