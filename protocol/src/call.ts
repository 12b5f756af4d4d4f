/** A row of the call table, and the types that server and client derive from it. */
import type * as v from 'valibot';
import type { RefusalCode } from './refusals.ts';
import type { Topic, Touched } from './topics.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** Who may make a call: anybody; a customer with a valid token; or anybody, treated as a customer if a token is sent. */
export type Who = 'visitor' | 'customer' | 'anybody';

export type CallRow = {
  readonly who: Who;
  /** What the call does, in one sentence for the reference. */
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** The refusals that this call itself may answer, besides those of any call (`anyCallRefusals`). */
  readonly refusals: readonly RefusalCode[];
  /** Whether the call changes something and so honours an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /**
   * The call sets an absolute state, so repeating it is harmless and each request is a new command. Otherwise a stop that was
   * set, moved and set back within minutes would get the stored response of the first request. With `unless`, an input that has
   * the named field adds something, which a repeat must not add again.
   */
  readonly sets?: true | { readonly unless: string };
  /** `demo`: the call exists in demo mode only and answers 404 in live mode. */
  readonly mode?: 'demo';
  /**
   * The cost of the call in ordinary calls, if more than one: rows read, a password hashed, a search. It counts towards the
   * caller's rate limit.
   */
  readonly cost?: number;
  /** It reads or searches a lot, so only a few such calls run concurrently. */
  readonly readsMuch?: true;
  /** A frozen customer may make it too, like every GET: reading, closing, protecting, leaving. */
  readonly whenFrozen?: true;
  /** It stores rows or files on which no money depends, so it is refused while the disk is nearly full. */
  readonly storesMore?: true;
  /** The body is multipart and carries one file. */
  readonly takesFile?: true;
  /** The topics of its response, which is refetched when one of them is touched. */
  readonly reads?: readonly Topic[];
  /** What it changes. */
  readonly touches?: Touched;
};

/** A row as written; the generic keeps the exact schemas for the derived types. */
// @__NO_SIDE_EFFECTS__
export function call<const Row extends CallRow>(row: Row): Row {
  return row;
}

/** The refusals that any call may answer. */
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
