/** How a handler turns a call into a submission: the key is the client's within its call, the hash is of the input. */
import { hash, randomBytes } from 'node:crypto';
import type { CallContext } from './handler.ts';
import type { Acting, Command, SubmissionOutcome } from '../commands/command.ts';
import type { Executor } from '../commands/executor.ts';

export type CallSubmission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  /** What the customer sent, to tell a repeated request from another one under the same key. */
  readonly body: unknown;
  readonly context: Pick<CallContext, 'customer' | 'idempotencyKey'> &
    Partial<Pick<CallContext, 'session' | 'proof'>>;
};

export type Submit = <Input, Answer, Code extends string>(
  call: CallSubmission<Input, Answer, Code>,
) => Promise<SubmissionOutcome<Answer, Code>>;

export function submitTo(executor: Executor, options: { deadlineMs: number; nowMs: () => number }): Submit {
  const freshKey = freshKeys();
  return ({ command, input, body, context }) =>
    executor.submit({
      command,
      input,
      book: context.customer,
      ...actingOf(context),
      key: context.idempotencyKey === undefined ? freshKey() : keyOf(command, context.idempotencyKey),
      freshKey: context.idempotencyKey === undefined,
      // Without a key of the client's no later request can be compared with this one.
      bodyHash: context.idempotencyKey === undefined ? '' : bodyHashOf(body),
      deadlineMs: options.nowMs() + options.deadlineMs,
    });
}

function actingOf({ session, proof }: CallSubmission<never, never, never>['context']): { acting?: Acting } {
  return session === undefined || proof === undefined ? {} : { acting: { session, proof } };
}

/** Under which key of the book a client's key stands: within its call. */
export function keyOf(command: { readonly name: string }, idempotencyKey: string): string {
  return `${command.name}:${idempotencyKey}`;
}

/** What was sent, to be compared with what is sent again. */
export function bodyHashOf(body: unknown): string {
  return hash('sha256', JSON.stringify(body), 'base64url');
}

/**
 * Keys for what came without one: the process's own random part and a count, which no command's name begins with. They
 * rise, so that a book's answers are appended to their index and not strewn over it.
 */
function freshKeys(): () => string {
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `~${process}${count.toString(36).padStart(8, '0')}`;
  };
}
