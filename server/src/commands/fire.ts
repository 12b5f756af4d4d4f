/**
 * Turns a trigger's firing into a command. Firings take precedence over customers' commands. A firing takes effect only once,
 * however often it is submitted: it names the version of the row that it fires, and a repeated firing finds a newer version.
 */
import { LIMITS } from '../limits.ts';
import type { Command } from './command.ts';
import type { Executor } from './executor.ts';

export type FiringSubmission<Input, Answer> = {
  readonly command: Command<Input, Answer, never>;
  readonly input: Input;
  readonly trigger: {
    readonly kind: string;
    readonly book: bigint;
    readonly row: bigint;
    readonly version: number;
  };
  /** Wall clock, milliseconds. */
  readonly nowMs: number;
};

/** Returns 'done' if the firing was committed or was no longer due, and 'busy' if it must be resubmitted. */
export async function submitFiring<Input, Answer>(
  executor: Pick<Executor, 'submit'>,
  { command, input, trigger, nowMs }: FiringSubmission<Input, Answer>,
): Promise<'done' | 'busy'> {
  const outcome = await executor.submit({
    command,
    input,
    book: trigger.book,
    key: `fire:${trigger.kind}:${trigger.row}:${trigger.version}`,
    bodyHash: '',
    deadlineMs: nowMs + LIMITS.commands.deadlineMs,
    urgent: true,
    keepsNoAnswer: true,
  });
  return outcome.ok ? 'done' : 'busy';
}
