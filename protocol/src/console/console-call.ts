/** The shape of a row of the operators' table of calls, and what server and console derive from it. */
import type * as v from 'valibot';
import type { Schema } from '../call.ts';
import type { RefusalCode } from '../refusals.ts';
import type { SignedAct } from './approval.ts';

export const operatorRoles = ['support', 'reviewer', 'treasurer', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export const everyRole = operatorRoles;

export type ConsoleRow = {
  /** Who may make it; `visitor` before signing in. Anybody else is refused, and the refusal is put on record. */
  readonly roles: readonly OperatorRole[] | 'visitor';
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** The refusals of this call itself, besides those of any call (`anyConsoleRefusals`). */
  readonly refusals: readonly RefusalCode[];
  /** Asked only of whoever proved within the last minutes that they are there. What is signed is asked for that anyway. */
  readonly confirmed?: true;
  /** Its body may carry an article in nine languages, or a photo; every other's is small. */
  readonly bigBody?: true;
  /** What its answer is about: it is asked for anew when that was touched. */
  readonly reads?: readonly ConsoleTopic[];
  /** What it changes. What is shown of `everything` is asked for anew, all but what goes on record each time it is looked at. */
  readonly touches?: readonly ConsoleTopic[] | 'everything';
  /** Of a call that is signed: what about whom it is then on record as. */
  readonly signs?: (sent: never) => SignedAct;
  /** Of a call that shows one customer, whom it names, or many, each by a row: who reads about too many is stopped. */
  readonly shows?: 'one' | 'many';
};

export type ConsoleTopic = 'canned answers';

/** A row as written; the generic keeps the exact schemas for the derived types. */
// @__NO_SIDE_EFFECTS__
export function consoleCall<const Row extends ConsoleRow>(
  row: Row,
  signs?: (sent: v.InferInput<Row['input']>) => SignedAct,
): Row {
  return signs === undefined ? row : { ...row, signs };
}

/** What any call of an operator may answer. */
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
