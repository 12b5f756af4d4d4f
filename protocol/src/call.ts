/** The shape of a row of the table of calls, and the types that server and client derive from it. */
import type * as v from 'valibot';
import type { RefusalCode } from './refusals.ts';
import type { Topic, Touched } from './topics.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** Who may make a call: anybody; a customer with a living token; or anybody, as a customer where a token comes along. */
export type Who = 'visitor' | 'customer' | 'anybody';

export type CallRow = {
  readonly who: Who;
  /** What the call does, a sentence for the reference. */
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** The refusals that this call itself may answer, besides those that any call may (`anyCallRefusals`). */
  readonly refusals: readonly RefusalCode[];
  /** Whether the call changes something and so honours an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /**
   * It makes something so, whatever it was: twice is as good as once, and each time is a command of its own. The stop that was set, moved,
   * and set back within minutes would else be answered from what was stored the first time. With `unless`, an input that has that field
   * adds something, which a repeat must not add again.
   */
  readonly sets?: true | { readonly unless: string };
  /** `demo`: the call exists in demo mode only and answers 404 in live mode. */
  readonly mode?: 'demo';
  /**
   * What answering it costs, in ordinary calls, where that is more than one: rows that are read, a password that is hashed, a search. It
   * is counted against what its caller may ask for.
   */
  readonly cost?: number;
  /** It reads or searches through much, so that a few such calls are answered at a time. */
  readonly readsMuch?: true;
  /** A frozen customer may make it too, as every GET: reading, closing, protecting, leaving. */
  readonly whenFrozen?: true;
  /** It leaves rows or files which no money depends on, so it is refused while the disk is nearly full. */
  readonly storesMore?: true;
  /** The body is multipart and carries one file. */
  readonly takesFile?: true;
  /** What its answer is about: it is asked for anew when that was touched. */
  readonly reads?: readonly Topic[];
  /** What it changes. */
  readonly touches?: Touched;
};

/** A row as written; the generic keeps the exact schemas for the derived types. */
// @__NO_SIDE_EFFECTS__
export function call<const Row extends CallRow>(row: Row): Row {
  return row;
}

/** What any call may answer, whatever its row says. */
export const anyCallRefusals = [
  'parameter_wrong',
  'parameter_missing',
  'request_illegal',
  'session_ended',
  'account_frozen',
  'account_locked',
  'too_many_requests',
  'host_unknown',
  'origin_foreign',
  'busy',
  'storage_low',
  'try_again',
  'request_failed',
  'body_too_big',
  'not_found',
  'key_reused',
] as const satisfies readonly RefusalCode[];
