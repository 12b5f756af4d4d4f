/**
 * Turns a call into a submission. The client's key applies per call. The hash of the input distinguishes a repeated request from
 * a different one with the same key.
 */
import { hash, randomBytes } from 'node:crypto';
import type { CallContext } from './handler.ts';
import type { Acting, Command, KeyRefusal, SubmissionOutcome } from '../commands/command.ts';
import type { Executor } from '../commands/executor.ts';

export type CallSubmission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  readonly body: unknown;
  readonly context: Pick<CallContext, 'customer' | 'idempotencyKey'> &
    Partial<Pick<CallContext, 'session' | 'proof' | 'order' | 'key' | 'onQueued'>>;
};

export type Submit = <Input, Answer, Code extends string>(
  call: CallSubmission<Input, Answer, Code>,
) => Promise<SubmissionOutcome<Answer, Code | KeyRefusal>>;

export function submitTo(executor: Executor, options: { deadlineMs: number; nowMs: () => number }): Submit {
  const freshKey = freshKeys();
  return ({ command, input, body, context }) => {
    const answered = executor.submit({
      command,
      input,
      book: context.customer,
      ...actingOf(context),
      key: context.idempotencyKey === undefined ? freshKey() : keyOf(command, context.idempotencyKey),
      freshKey: context.idempotencyKey === undefined,
      // A request without a key from the client can't be repeated, so its input needs no hash.
      bodyHash: context.idempotencyKey === undefined ? '' : bodyHashOf(body),
      ...(context.order === undefined ? {} : { order: context.order }),
      deadlineMs: options.nowMs() + options.deadlineMs,
    });
    context.onQueued?.();
    return answered;
  };
}

function actingOf({ session, proof, key }: CallSubmission<never, never, never>['context']): {
  acting?: Acting;
} {
  if (key !== undefined) return { acting: { session: 0n, key: key.id, proof: key.proof } };
  return session === undefined || proof === undefined ? {} : { acting: { session, proof } };
}

/** Returns the key as stored in the book: the call's name followed by the client's key. */
export function keyOf(command: { readonly name: string }, idempotencyKey: string): string {
  return `${command.name}:${idempotencyKey}`;
}

export function bodyHashOf(body: unknown): string {
  return hash('sha256', JSON.stringify(body), 'base64url');
}

/**
 * Generates keys for requests that have none: a prefix that is random for each process and that no command's name begins with,
 * followed by a counter. The keys ascend, so that a book's answers are appended to their index instead of being scattered over
 * it.
 */
function freshKeys(): () => string {
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `~${process}${count.toString(36).padStart(8, '0')}`;
  };
}
