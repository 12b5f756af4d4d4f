/** A row of the operators' call table, and the types that server and console derive from it. */
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
  /** The operator must have confirmed their identity within the last minutes. Signed calls always require that. */
  readonly confirmed?: true;
  /** The body may be large: an article in nine languages, or a photo. */
  readonly bigBody?: true;
  /** The topics of the call's response. The response is refetched when a call touches one of them. */
  readonly reads?: readonly ConsoleTopic[];
  /**
   * The topics that the call changes. With `everything`, all displayed responses are refetched, except those whose views are
   * recorded in the audit log.
   */
  readonly touches?: readonly ConsoleTopic[] | 'everything';
  /**
   * The actions that the call records without a signature, because they decide nothing. The database has the same list
   * (`unsigned_action`).
   */
  readonly unsigned?: readonly string[];
  /** For a signed call: the action and subject in the audit log. */
  readonly signs?: (sent: never) => SignedAct;
  /**
   * Set for a call that shows one customer, who is named in the request, or many customers, one per row. An operator who views
   * too many customers gets a refusal.
   */
  readonly shows?: 'one' | 'many';
};

export type ConsoleTopic = 'canned answers';

/** Declares a row of the operators' call table. The generic parameter keeps the exact schema types. */
// @__NO_SIDE_EFFECTS__
export function consoleCall<const Row extends ConsoleRow>(
  row: Row,
  signs?: (sent: v.InferInput<Row['input']>) => SignedAct,
): Row {
  return signs === undefined ? row : { ...row, signs };
}

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
