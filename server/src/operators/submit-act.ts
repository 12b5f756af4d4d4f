/** Turns an operator's call into a submission on the book concerned: a customer's or, as book 0, the platform's. */
import { hash, randomUUID } from 'node:crypto';
import type { Command, SubmissionOutcome } from '../commands/command.ts';
import type { Executor } from '../commands/executor.ts';
import type { Actor } from './operators.ts';

export type ActSubmission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  readonly book: bigint;
  readonly body: unknown;
  readonly context: { readonly operator: Actor; readonly idempotencyKey: string | undefined };
};

export type SubmitAct = <Input, Answer, Code extends string>(
  call: ActSubmission<Input, Answer, Code>,
) => Promise<SubmissionOutcome<Answer, Code>>;

/** Operators' idempotency keys have separate namespaces, so that no operator gets another operator's answer. */
export function submitActsTo(
  executor: Pick<Executor, 'submit'>,
  options: { deadlineMs: number; nowMs: () => number },
): SubmitAct {
  return ({ command, input, book, body, context }) => {
    const { operator, idempotencyKey = randomUUID() } = context;
    return executor.submit({
      command,
      input,
      book,
      key: `act:${operator.account}:${command.name}:${idempotencyKey}`,
      bodyHash: hash('sha256', JSON.stringify(body), 'base64url'),
      deadlineMs: options.nowMs() + options.deadlineMs,
    });
  };
}
