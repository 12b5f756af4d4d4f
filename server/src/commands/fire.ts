/**
 * How a trigger's firing becomes a command: before customers' commands, and once whoever brings it how often, since it
 * names the version of the row that it fires and finds another the second time.
 */
import { LIMITS } from '../limits.ts';
import type { Command } from './command.ts';
import type { Executor } from './executor.ts';

export type FiringSubmission<Input, Answer> = {
  readonly command: Command<Input, Answer, never>;
  readonly input: Input;
  /** The trigger that fired: what kind of which row, in which version. */
  readonly trigger: {
    readonly kind: string;
    readonly book: bigint;
    readonly row: bigint;
    readonly version: number;
  };
  /** Wall clock, milliseconds. */
  readonly nowMs: number;
};

/** Done when it is committed or was no longer due; busy when it has to come again. */
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
