/** A row of the operators' call table, and what server and console derive from it. */
import type * as v from 'valibot';
import type { Schema } from '../call.ts';
import type { RefusalCode } from '../refusals.ts';
import type { SignedAct } from './approval.ts';

export const operatorRoles = ['support', 'reviewer', 'treasurer', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export const everyRole = operatorRoles;

export type ConsoleRow = {
  /**
   * The roles that may make the call; `visitor` before login. A call by anybody else is refused, and the refusal is recorded.
   */
  readonly roles: readonly OperatorRole[] | 'visitor';
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** The refusals that this call may return, in addition to those of any call (`anyConsoleRefusals`). */
  readonly refusals: readonly RefusalCode[];
  /** The call needs a confirmation within the last minutes. Signed calls need one in any case. */
  readonly confirmed?: true;
  /** The body may carry an article in nine languages, or a photo. All other bodies are small. */
  readonly bigBody?: true;
  /** The topics of the call's response, which is refetched when one of them is touched. */
  readonly reads?: readonly ConsoleTopic[];
  /**
   * The topics that the call changes. `everything` refetches all that is displayed, except responses of which every view is
   * recorded.
   */
  readonly touches?: readonly ConsoleTopic[] | 'everything';
  /** For a signed call: the action and subject under which it is recorded. */
  readonly signs?: (sent: never) => SignedAct;
  /**
   * For a call that shows one customer, named in the request, or many, one per row. Operators who view too many customers are
   * stopped.
   */
  readonly shows?: 'one' | 'many';
};

export type ConsoleTopic = 'canned answers';

/** Declares a row; the generic parameter keeps the exact schemas for the derived types. */
// @__NO_SIDE_EFFECTS__
export function consoleCall<const Row extends ConsoleRow>(
  row: Row,
  signs?: (sent: v.InferInput<Row['input']>) => SignedAct,
): Row {
  return signs === undefined ? row : { ...row, signs };
}

/** The refusals that any operators' call may return. */
export const anyConsoleRefusals = [
  'parameter_wrong',
  'parameter_missing',
  'request_illegal',
  'session_ended',
  'unauthorized',
  'too_many_requests',
  'host_unknown',
  'origin_foreign',
  'busy',
  'try_again',
  'request_failed',
  'body_too_big',
  'not_found',
  'key_reused',
  'approval_needed',
  'approval_wrong',
  'confirmation_needed',
] as const satisfies readonly RefusalCode[];
