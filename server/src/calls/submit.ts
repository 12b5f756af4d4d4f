/** Turns a call into a submission. The client's key is unique per call; the hash covers the input. */
import { hash, randomBytes } from 'node:crypto';
import type { CallContext } from './handler.ts';
import type { Acting, Command, SubmissionOutcome } from '../commands/command.ts';
import type { Executor } from '../commands/executor.ts';

export type CallSubmission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  /** The customer's input, to distinguish a repeated request from a different one with the same key. */
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
      // Without a client key, no later request can be compared with this one.
      bodyHash: context.idempotencyKey === undefined ? '' : bodyHashOf(body),
      deadlineMs: options.nowMs() + options.deadlineMs,
    });
}

function actingOf({ session, proof }: CallSubmission<never, never, never>['context']): { acting?: Acting } {
  return session === undefined || proof === undefined ? {} : { acting: { session, proof } };
}

/** The key stored in the book: the call's name and the client's key. */
export function keyOf(command: { readonly name: string }, idempotencyKey: string): string {
  return `${command.name}:${idempotencyKey}`;
}

/** The hash of the input, for comparison with a later request. */
export function bodyHashOf(body: unknown): string {
  return hash('sha256', JSON.stringify(body), 'base64url');
}

/**
 * Keys for requests without one: a prefix that is random for each process, and a counter. No command's name begins with this
 * prefix. The keys ascend, so that a book's answers are appended to their index instead of being scattered over it.
 */
function freshKeys(): () => string {
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `~${process}${count.toString(36).padStart(8, '0')}`;
  };
}
